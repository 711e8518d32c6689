import { Bash, getCommandNames, type CommandName, type IFileSystem } from "just-bash";
import type { CommandResult, CommandToRun, WorkerSetup } from "../messages.ts";
import { FileError } from "./file-error.ts";
import { HOME, USER } from "./memory-files.ts";

const ENVIRONMENT = {
  HOME,
  USER,
  LOGNAME: USER,
  PATH: "/usr/bin:/bin",
  LANG: "C.UTF-8",
  TERM: "dumb",
};

/** `sqlite3` would start a thread of its own, whose memory nothing limits. */
const COMMANDS = getCommandNames().filter((name): name is CommandName => name !== "sqlite3");

/** The turn's time-out and the thread's memory are the real limits. */
const MANY = Number.MAX_SAFE_INTEGER;

const LIMITS = {
  maxCommandCount: MANY,
  maxLoopIterations: MANY,
  maxAwkIterations: MANY,
  maxSedIterations: MANY,
  maxJqIterations: MANY,
  maxWorkUnits: MANY,
  maxInputBytes: MANY,
  maxTraversalWork: MANY,
  maxGlobOperations: MANY,
  maxExecutionTimeMs: Infinity,
};

// Taken before the interpreter hides it from what it runs.
const { load } = Atomics;

/** A signal that reports an abort even while a loop blocks its event. */
export function stoppable(stop: SharedArrayBuffer): AbortController {
  const flag = new Int32Array(stop);
  const controller = new AbortController();
  Object.defineProperty(controller.signal, "aborted", { get: () => load(flag, 0) !== 0 });
  return controller;
}

const encode = (text: string) => new Uint8Array(Buffer.from(text, "utf8"));

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

function failed(exitCode: number, message: string): CommandResult {
  return { exitCode, stdout: new Uint8Array(), stderr: encode(`bash: ${message}\n`) };
}

async function isDirectory(fs: IFileSystem, path: string): Promise<boolean> {
  try {
    return (await fs.stat(path)).isDirectory;
  } catch {
    return false;
  }
}

export async function runCommand(
  { command, workingDirectory, env }: CommandToRun,
  fs: IFileSystem,
  signal: AbortSignal,
  { outputBytes, defenseInDepth }: WorkerSetup,
): Promise<CommandResult> {
  if (!(await isDirectory(fs, workingDirectory))) {
    return failed(1, `cd: ${workingDirectory}: No such file or directory`);
  }
  const bash = new Bash({
    fs,
    cwd: workingDirectory,
    env: { ...ENVIRONMENT, ...env },
    commands: COMMANDS,
    defenseInDepth,
    executionLimits: { ...LIMITS, maxOutputSize: outputBytes, maxArchiveBytes: outputBytes },
  });
  try {
    const { exitCode, stdout, stderr } = await bash.exec(command, { rawScript: true, signal });
    return { exitCode, stdout: encode(stdout), stderr: encode(stderr) };
  } catch (error) {
    // A failed redirection ends the script, where real bash would go on.
    return failed(1, error instanceof FileError ? error.asBash : errorText(error));
  }
}
