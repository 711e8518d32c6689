import type { Socket } from "node:net";
import { KILLED, orAborted, sandboxLost } from "@workspace-agent/core/ports";
import { exported, orLate, quote, type Part } from "@workspace-agent/sandbox-process";
import { ANSWER_FD, ANSWER_MS, framed, readFramed, type Launcher } from "./launcher.ts";
import { ProcessPipes, type NamedPipe, type NamedPipes, type PipesFolder } from "./named-pipes.ts";

/** The descriptors on which a bash reads its script, and reports on itself. */
export const SCRIPT_FD = 4;
const STATUS_FD = 5;
/** The first report: all pipes are open. An empty line follows when the command begins, and its exit code. */
const OPEN = "open";
const MOST_REPORTED = 64;
/** Signals that a terminal or a command may send to its group, and that must not end the process that waits for the exit code. */
const SIGNALS = "HUP INT QUIT TERM USR1 USR2 ALRM";

/** The script of a bash that waits: it reads its own script, reports that, and runs it. */
const WAIT = `LC_ALL=C; ${readFramed(SCRIPT_FD)} && { echo >&${STATUS_FD}; exec ${SCRIPT_FD}<&- ${STATUS_FD}>&-; eval "$__line"; }`;

export interface ShellCommand {
  readonly command: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  /** What runs before the command, in its bash. */
  readonly preparation?: string;
  readonly part: Part;
  readonly hasStdin: boolean;
  /** The words that run a shell command in a terminal; null: it has none. */
  readonly inTerminal: ((shell: string) => readonly string[]) | null;
}

/** Has bash change to a directory, or end with 1 where there is none. A relative path is one from the root; `-` alone would be another directory. */
export const changingTo = (directory: string) =>
  `cd -- ${quote(directory.startsWith("/") ? directory : `/${directory}`)} || exit 1; unset OLDPWD`;

/**
 * Gives the waiting bash the state of a bash that was just started in this directory and with this environment. The variables are set only
 * here: `BASH_ENV` or `LD_PRELOAD` must not run anything before. The command is parsed in its locale.
 */
export function scriptOf({
  command,
  directory,
  env,
  preparation = ":",
}: Pick<ShellCommand, "command" | "directory" | "env" | "preparation">): string {
  const reset = "unset LC_ALL BASH_EXECUTION_STRING __line __size; export OLDPWD; SECONDS=0";
  // `$_` is the last argument of the previous command: as in a new bash, bash itself.
  return `${changingTo(directory)}; ${reset}; ${preparation}; ${exported(env)}: /bin/bash; eval ${quote(command)}`;
}

/** A bash with its command. */
export interface ShellProcess {
  /** The id of the process that waits for it, and of its process group, as the launching shell sees it. */
  readonly pid: number;
  /** Unique in its shell, and higher than those of all before. */
  readonly mark: number;
  readonly stdin: Socket | null;
  readonly stdout: Socket;
  readonly stderr: Socket;
  /** Resolves when the bash has exited: 128 + signal number when it was killed. */
  readonly exited: Promise<number>;
  readonly isRunning: () => boolean;
  /** Takes it for killed, whatever it reports: another process of its sandbox may keep it from reporting. */
  giveUp(): void;
}

/** A bash that waits for its command. */
interface Waiting extends ShellProcess {
  readonly script: Socket;
  /** Whether it has read its command; false: the command did not start and never will. */
  readonly begun: Promise<boolean>;
}

/** How the commands of a shell are confined, and ended. */
export interface CommandPlace {
  /** Runs the lines of this shell. Throws `sandbox_unavailable`. */
  launcher(): Launcher;
  readonly pipes: NamedPipes;
  /** Where the launcher sees the pipes; null: where this process does. */
  readonly pipesFolder: PipesFolder | null;
  /** What the process of a command runs first. Nothing starts where it fails. */
  entering(process: Pick<ShellProcess, "mark"> & Pick<ShellCommand, "part">): string;
  /** What the launcher runs after it has started that process. */
  started(process: Pick<ShellProcess, "mark">): string;
  /** Ends the processes of a command. Its id is null where it has ended, did not start, or may still. */
  end(process: Pick<ShellProcess, "mark"> & { readonly pid: number | null }): Promise<void>;
}

/** Reads the status pipe, to which the command may write too. `opened` is false where the bash has ended before. */
function reportsFrom({ stream }: NamedPipe) {
  const opened = Promise.withResolvers<boolean>();
  const begun = Promise.withResolvers<boolean>();
  const exited = Promise.withResolvers<number>();
  let text = "";
  let isRunning = true;
  const end = () => {
    isRunning = false;
    opened.resolve(false);
    begun.resolve(false);
    exited.resolve(KILLED);
    stream.destroy();
  };
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    if (text.startsWith(`${OPEN}\n`)) opened.resolve(true);
    if (text.startsWith(`${OPEN}\n\n`)) begun.resolve(true);
    const [, exitCode] = /^(\d+)\n/m.exec(text) ?? [];
    if (exitCode !== undefined) exited.resolve(Number(exitCode));
    if (exitCode !== undefined || text.length > MOST_REPORTED) end();
  });
  stream.once("close", end);
  stream.once("error", end);
  const promises = { opened: opened.promise, begun: begun.promise, exited: exited.promise };
  return { ...promises, isRunning: () => isRunning, giveUp: end };
}

/** What a command is that takes no input and needs no terminal. */
export const USUAL = { part: "commands", hasStdin: false, inTerminal: null } as const;
const isUsual = ({ part, hasStdin, inTerminal }: ShellCommand) =>
  part === USUAL.part && !hasStdin && inTerminal === null;

/**
 * Starts commands from a shell that stays open, each in a process group of its own. One bash is started ahead, so that a command does not
 * wait for that start.
 */
export class CommandShell {
  private ahead: Promise<Waiting | null> | null = null;
  private isClosed = false;
  private marks = 0;

  constructor(private readonly place: CommandPlace) {}

  /** Null: aborted before it started. Throws `sandbox_unavailable`. */
  async run(command: ShellCommand, signal?: AbortSignal): Promise<ShellProcess | null> {
    const script = framed(scriptOf(command));
    const bashes = [() => this.prepare(command), () => this.prepare(command)];
    if (isUsual(command)) bashes[0] = async () => (await this.take()) ?? (await this.prepare(command));
    for (const next of bashes) {
      const waiting = await next();
      if (await this.send(waiting, script, signal)) {
        // Not earlier: it would slow down this command and what follows its end.
        if (isUsual(command)) void waiting.exited.then(() => setImmediate(() => this.prepareNext()));
        return waiting;
      }
      if (signal?.aborted === true) return null;
    }
    throw sandboxLost("not_started", "bash ended before it had read its command.");
  }

  private async take(): Promise<Waiting | null> {
    const { ahead } = this;
    this.ahead = null;
    return ahead;
  }

  /** Sends a command; false: the bash was killed or stopped while it waited, as a command may do to any bash. */
  private async send(waiting: Waiting, script: string, signal?: AbortSignal): Promise<boolean> {
    let isDecided = false;
    const giveUp = () => {
      if (!isDecided) void this.discard(waiting);
    };
    waiting.script.end(script);
    // A stopped bash would never read it. `setImmediate` reads the pending events first, where this process was blocked.
    const timer = setTimeout(() => setImmediate(giveUp), ANSWER_MS);
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
    const hasBegun = await waiting.begun;
    isDecided = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
    if (!hasBegun) await this.discard(waiting);
    return hasBegun;
  }

  private async discard(waiting: Waiting): Promise<void> {
    const { pid, mark, stdin, stdout, stderr, script } = waiting;
    await this.place.end({ pid: waiting.isRunning() ? pid : null, mark });
    for (const stream of [stdin, stdout, stderr, script]) stream?.destroy();
  }

  private prepareNext(): void {
    if (this.isClosed || this.ahead !== null) return;
    // The next command tries again and reports the error.
    this.ahead = this.prepare(USUAL).catch(() => null);
  }

  private async prepare({
    part,
    hasStdin,
    inTerminal,
  }: Pick<ShellCommand, "part" | "hasStdin" | "inTerminal">): Promise<Waiting> {
    const { place } = this;
    const launcher = place.launcher();
    const mark = ++this.marks;
    const own = new ProcessPipes(place.pipes, place.pipesFolder);
    try {
      const [output, errors] = [await own.take("reader"), await own.take("reader")];
      const [status, script] = [await own.take("reader"), await own.take("writer")];
      const input = hasStdin ? await own.take("writer") : null;
      // A bash that is killed before it has read its command reports nothing.
      script.stream.on("error", () => {});
      const { opened, ...reports } = reportsFrom(status);
      const bash = ["/bin/bash", "--norc", "-c", WAIT];
      const words = inTerminal === null ? bash : inTerminal(bash.map(quote).join(" "));
      const files = `<${quote(input?.path ?? "/dev/null")} >${quote(output.path)} 2>${quote(errors.path)} ${SCRIPT_FD}<${quote(script.path)}`;
      const program = `( echo ${OPEN} >&${STATUS_FD}; exec ${words.map(quote).join(" ")} ) ${files}`;
      // The process that reports the exit code has nothing of the launcher open, since a command might take it.
      const closing = `exec </dev/null >/dev/null 2>&1 ${STATUS_FD}>${quote(status.path)} ${ANSWER_FD}>&-`;
      const waiting = `${closing} || exit; trap : ${SIGNALS}; ${place.entering({ mark, part })} && ${program}; echo $? >&${STATUS_FD}`;
      // Bash would remember each job and print its end.
      const pid = await launcher.ask(
        (id) => `( ${waiting} ) & ${place.started({ mark })}; echo "${id} $!" >&${ANSWER_FD}; disown`,
      );
      // It has not opened the pipes where it or its launcher was killed or stopped.
      const isOpen = () => orAborted(orLate(opened, ANSWER_MS, false), launcher.gone);
      if (pid === null || (await isOpen()) !== true) {
        await place.end({ pid, mark });
        throw sandboxLost("not_started", "bash could not be started.");
      }
      own.handedOver();
      const stdin = input?.stream ?? null;
      const [stdout, stderr] = [output.stream, errors.stream];
      return { pid, mark, stdin, stdout, stderr, ...reports, script: script.stream };
    } catch (error) {
      own.destroy();
      throw error;
    }
  }

  /** Started commands go on. */
  async close(): Promise<void> {
    this.isClosed = true;
    const waiting = (await this.ahead) ?? null;
    this.ahead = null;
    if (waiting !== null) await this.discard(waiting);
  }
}
