import { DomainError } from "@workspace-agent/core";
import {
  sandboxUnavailable,
  type CommandOptions,
  type FilesInside,
  type SandboxProcess,
} from "@workspace-agent/core/ports";

type Start = (options: CommandOptions) => SandboxProcess;

const TYPES: Readonly<Record<string, "file" | "directory" | "symlink">> = {
  f: "file",
  d: "directory",
  l: "symlink",
};

/** The files that are on no mount, by commands inside: so a link leads nowhere that a command could not reach. */
export function filesByCommands(start: Start): FilesInside {
  async function print(
    command: string,
    path: string,
    options: Pick<CommandOptions, "abortSignal" | "stdin"> = {},
  ): Promise<string> {
    const process = start({ command, env: { FILE: path }, workingDirectory: "/", ...options });
    const [text, { exitCode }] = await Promise.all([
      new Response(process.stdout).text(),
      process.wait(),
      process.stderr.cancel(),
    ]);
    if (exitCode === 0) return text;
    throw new DomainError("not_allowed", "The sandbox does not allow that.");
  }
  const given = (abortSignal: AbortSignal | undefined) => abortSignal && { abortSignal };

  async function stat(path: string, signal?: AbortSignal) {
    const printed = await print('[ ! -e "$FILE" ] || stat -L -c "%F:%s" -- "$FILE"', path, given(signal));
    const [type = "", size = "0"] = printed.trim().split(":");
    if (type === "") return null;
    const isFile = type.startsWith("regular");
    return {
      type: isFile ? "file" : type === "directory" ? "directory" : "other",
      size: Number(size),
    } as const;
  }

  return {
    stat,
    async read(path, signal) {
      const found = await stat(path, signal);
      if (found === null) return null;
      if (found.type !== "file") throw new DomainError("invalid_path", "The path is not a file.");
      const command = 'exec cat -- "$FILE"';
      const process = start({ command, env: { FILE: path }, workingDirectory: "/", ...given(signal) });
      // It ends with the command, which waits for a reader of its output.
      process.stderr.cancel().catch(() => undefined);
      return process.stdout.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          async flush() {
            if ((await process.wait()).exitCode !== 0)
              throw sandboxUnavailable("The file could not be read completely.");
          },
        }),
      );
    },
    async write(path, content, signal) {
      if ((await stat(path, signal))?.type === "directory")
        throw new DomainError("already_exists", "The path is a directory.");
      const command = 'mkdir -p -- "$(dirname -- "$FILE")" && cat > "$FILE"';
      await print(command, path, { stdin: content, ...given(signal) });
    },
    async list(path, signal) {
      const found = await stat(path, signal);
      if (found === null) return null;
      if (found.type !== "directory") throw new DomainError("invalid_path", "The path is not a directory.");
      const printed = await print(
        'find "$FILE" -mindepth 1 -maxdepth 1 -printf "%y%f\\0"',
        path,
        given(signal),
      );
      const lines = printed.split("\0").filter((line) => line !== "");
      return lines.map((line) => ({ name: line.slice(1), type: TYPES[line.charAt(0)] ?? "other" }));
    },
    async remove(path, signal) {
      const found = await print(
        'if [ -L "$FILE" ]; then echo l; elif [ -d "$FILE" ]; then echo d; elif [ -e "$FILE" ]; then echo f; fi',
        path,
      );
      if (found === "d\n") throw new DomainError("invalid_path", "The path is a directory.");
      if (found !== "") await print('rm -f -- "$FILE"', path, given(signal));
      return found !== "";
    },
  };
}
