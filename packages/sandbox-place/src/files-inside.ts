import { DomainError } from "@workspace-agent/core";
import type { CommandOptions, FilesInside, SandboxProcess } from "@workspace-agent/core/ports";
import { wholeOutput } from "./whole-output.ts";

const ABSENT = 44;
const WRONG_TYPE = 45;

export type RunInside = (options: CommandOptions) => Promise<SandboxProcess>;

interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Files of the sandbox outside of its mounts, by small commands inside; the path travels in the environment. */
export function filesInside(run: RunInside): FilesInside {
  async function call(
    command: string,
    path: string,
    signal?: AbortSignal,
    stdin?: ReadableStream<Uint8Array>,
  ): Promise<Outcome> {
    const process = await run({
      command,
      workingDirectory: "/",
      env: { WA_PATH: path },
      ...(signal !== undefined && { abortSignal: signal }),
      ...(stdin !== undefined && { stdin }),
    });
    const [{ exitCode }, stdout, stderr] = await Promise.all([
      process.wait(),
      new Response(process.stdout).text(),
      new Response(process.stderr).text(),
    ]);
    return { exitCode, stdout, stderr };
  }

  function check({ exitCode, stderr }: Outcome): void {
    if (exitCode === WRONG_TYPE)
      throw new DomainError("invalid_path", "There is something of another type at that path.");
    if (/No space left/.test(stderr)) throw new DomainError("quota_exceeded", "No space is left.");
    if (/Permission denied|Read-only file system|Operation not permitted/.test(stderr))
      throw new DomainError("not_allowed", "That path may not be written.");
    if (exitCode !== 0)
      throw new DomainError("sandbox_unavailable", "A file of the sandbox could not be reached.");
  }

  async function typeOf(
    path: string,
    signal?: AbortSignal,
  ): Promise<{ type: "file" | "directory" | "other"; size: number } | null> {
    const outcome = await call(
      `[ -e "$WA_PATH" ] || exit ${ABSENT}; stat -L -c '%s %F' -- "$WA_PATH"`,
      path,
      signal,
    );
    if (outcome.exitCode === ABSENT) return null;
    check(outcome);
    const [size = "0", ...words] = outcome.stdout.trim().split(" ");
    const kind = words.join(" ");
    return {
      type: kind === "directory" ? "directory" : kind.startsWith("regular") ? "file" : "other",
      size: Number(size),
    };
  }

  return {
    async read(path, signal) {
      const stat = await typeOf(path, signal);
      if (stat === null) return null;
      if (stat.type !== "file") throw new DomainError("invalid_path", "The path is not a file.");
      const process = await run({
        command: 'exec cat -- "$WA_PATH"',
        workingDirectory: "/",
        env: { WA_PATH: path },
        ...(signal !== undefined && { abortSignal: signal }),
      });
      return wholeOutput(process, signal);
    },
    async write(path, content, signal) {
      const script = `[ -d "$WA_PATH" ] && exit ${WRONG_TYPE}; mkdir -p -- "$(dirname -- "$WA_PATH")" && exec cat > "$WA_PATH"`;
      const outcome = await call(script, path, signal, content);
      if (outcome.exitCode === WRONG_TYPE)
        throw new DomainError("already_exists", "There is a directory at that path.");
      check(outcome);
    },
    stat: typeOf,
    async list(path, signal) {
      const script = `[ -e "$WA_PATH" ] || exit ${ABSENT}; [ -d "$WA_PATH" ] || exit ${WRONG_TYPE}; find "$WA_PATH/" -mindepth 1 -maxdepth 1 -printf '%y%f\\0'`;
      const outcome = await call(script, path, signal);
      if (outcome.exitCode === ABSENT) return null;
      check(outcome);
      return outcome.stdout
        .split("\0")
        .flatMap((row) =>
          row === "" ? [] : [{ name: row.slice(1), type: TYPES[row.charAt(0)] ?? "other" }],
        );
    },
    async remove(path, signal) {
      const script = `[ -e "$WA_PATH" ] || [ -L "$WA_PATH" ] || exit ${ABSENT}; [ -d "$WA_PATH" ] && [ ! -L "$WA_PATH" ] && exit ${WRONG_TYPE}; exec rm -f -- "$WA_PATH"`;
      const outcome = await call(script, path, signal);
      if (outcome.exitCode === ABSENT) return false;
      check(outcome);
      return true;
    },
  };
}

const TYPES: Readonly<Record<string, "file" | "directory" | "symlink">> = {
  f: "file",
  d: "directory",
  l: "symlink",
};
