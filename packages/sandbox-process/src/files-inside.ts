import { DomainError } from "@workspace-agent/core";
import {
  runToEnd,
  sandboxUnavailable,
  type CommandOptions,
  type FilesInside,
  type SandboxProcess,
} from "@workspace-agent/core/ports";
import { wholeOutput } from "./commands/whole-output.ts";

const ABSENT = 44;
const WRONG_TYPE = 45;
const IS_DIRECTORY = 46;

/** What a program or the disk watch says where nothing more may be written. */
const FULL = /No space left|Disk quota exceeded|File too large|\[disk full: /;

const TYPES: Readonly<Record<string, "file" | "directory" | "symlink">> = {
  f: "file",
  d: "directory",
  l: "symlink",
};

/** Accesses files outside of the mounts by small commands inside, which read the path from a variable. */
export function filesInside(run: (options: CommandOptions) => Promise<SandboxProcess>): FilesInside {
  const spawn = (command: string, path: string, abortSignal?: AbortSignal, stdin?: CommandOptions["stdin"]) =>
    run({
      command,
      workingDirectory: "/",
      env: { WA_PATH: path },
      ...(abortSignal !== undefined && { abortSignal }),
      ...(stdin !== undefined && { stdin }),
    });

  /** What the command printed; null: there is nothing at the path. */
  async function call(...words: Parameters<typeof spawn>): Promise<string | null> {
    const [, , abortSignal] = words;
    const { exitCode, stdout, stderr } = await runToEnd(await spawn(...words));
    if (exitCode === 0) return stdout;
    abortSignal?.throwIfAborted();
    if (exitCode === ABSENT) return null;
    if (exitCode === WRONG_TYPE) throw new DomainError("invalid_path", "The path has another type.");
    if (exitCode === IS_DIRECTORY) throw new DomainError("already_exists", "The path is a directory.");
    if (FULL.test(stderr)) throw new DomainError("quota_exceeded", "No space is left.");
    if (/Permission denied|Read-only file system|Operation not permitted/.test(stderr))
      throw new DomainError("not_allowed", "The path may not be written.");
    throw sandboxUnavailable("A file in the sandbox could not be accessed.");
  }

  const files: FilesInside = {
    async read(path, signal) {
      const stat = await files.stat(path, signal);
      if (stat === null) return null;
      if (stat.type !== "file") throw new DomainError("invalid_path", "The path is not a file.");
      return wholeOutput(await spawn('exec cat -- "$WA_PATH"', path, signal), signal);
    },
    async write(path, content, signal) {
      const script = `[ -d "$WA_PATH" ] && exit ${IS_DIRECTORY}; mkdir -p -- "\${WA_PATH%/*}/" && exec cat > "$WA_PATH"`;
      await call(script, path, signal, content);
    },
    async stat(path, signal) {
      const script = `[ -e "$WA_PATH" ] || exit ${ABSENT}; stat -L -c '%s %F' -- "$WA_PATH"`;
      const printed = await call(script, path, signal);
      if (printed === null) return null;
      const [, size = 0, kind = ""] = /^(\d+) (.*)/.exec(printed) ?? [];
      const type = kind === "directory" ? "directory" : kind.startsWith("regular") ? "file" : "other";
      return { type, size: Number(size) };
    },
    async list(path, signal) {
      const script = `[ -e "$WA_PATH" ] || exit ${ABSENT}; [ -d "$WA_PATH" ] || exit ${WRONG_TYPE}; find "$WA_PATH/" -mindepth 1 -maxdepth 1 -printf '%y%f\\0'`;
      const printed = await call(script, path, signal);
      if (printed === null) return null;
      const rows = printed.split("\0").filter((row) => row !== "");
      return rows.map((row) => ({ name: row.slice(1), type: TYPES[row.charAt(0)] ?? "other" }));
    },
    async remove(path, signal) {
      const script = `[ -e "$WA_PATH" ] || [ -L "$WA_PATH" ] || exit ${ABSENT}; [ -d "$WA_PATH" ] && [ ! -L "$WA_PATH" ] && exit ${WRONG_TYPE}; exec rm -f -- "$WA_PATH"`;
      return (await call(script, path, signal)) !== null;
    },
  };
  return files;
}
