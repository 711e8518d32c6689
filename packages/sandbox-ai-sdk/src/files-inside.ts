import { DomainError } from "@workspace-agent/core";
import type { FilesInside } from "@workspace-agent/core/ports";
import { LISTED } from "./manifest.ts";
import type { RemoteInstance } from "./remote-instance.ts";
import { unlessUnavailable } from "./run-script.ts";
import { shellQuote } from "./shell-quote.ts";

const TYPES: Readonly<Record<string, "file" | "directory" | "symlink">> = {
  f: "file",
  d: "directory",
  l: "symlink",
};

/** Prints the type of a path after links, since a sandbox may have no `stat`. */
const typeScript = (path: string) =>
  `if [ -d ${path} ]; then echo d; elif [ -f ${path} ]; then echo f; wc -c < ${path}; elif [ -e ${path} ]; then echo o; fi`;

/** Accesses the files of a sandbox outside of its mounts, by commands inside. */
export function filesInside(instance: RemoteInstance): FilesInside {
  const { session } = instance;

  async function print(command: string, signal?: AbortSignal): Promise<string> {
    instance.assertOpen();
    const { exitCode, stdout } = await instance.orLost(
      "not_started",
      () => session.run({ command, ...(signal !== undefined && { abortSignal: signal }) }),
      signal,
    );
    if (exitCode === 0) return stdout;
    throw new DomainError("not_allowed", "The sandbox does not allow that.");
  }

  /** Reads or writes a file. A sandbox that only refuses the file still runs a command; for one that is lost, `print` throws. */
  async function transfer<T>(work: () => PromiseLike<T>): Promise<T> {
    try {
      return await unlessUnavailable(work);
    } catch (error) {
      await print("true");
      throw error;
    }
  }

  async function stat(
    path: string,
    signal?: AbortSignal,
  ): Promise<{ readonly type: "file" | "directory" | "other"; readonly size: number } | null> {
    const [letter = "", size = "0"] = (await print(typeScript(shellQuote(path)), signal)).trim().split(/\s+/);
    if (letter === "") return null;
    return { type: letter === "d" ? "directory" : letter === "f" ? "file" : "other", size: Number(size) };
  }

  return {
    stat,
    async read(path, signal) {
      const found = await stat(path, signal);
      if (found === null) return null;
      if (found.type !== "file") throw new DomainError("invalid_path", "The path is not a file.");
      return transfer(() => session.readFile({ path }));
    },
    async write(path, content, signal) {
      const found = await stat(path, signal);
      if (found?.type === "directory") throw new DomainError("already_exists", "The path is a directory.");
      const folder = path.slice(0, path.lastIndexOf("/")) || "/";
      await print(`mkdir -p -- ${shellQuote(folder)}`, signal);
      await transfer(() => session.writeFile({ path, content }));
    },
    async list(path, signal) {
      const found = await stat(path, signal);
      if (found === null) return null;
      if (found.type !== "directory") throw new DomainError("invalid_path", "The path is not a directory.");
      const printed = await print(
        `cd -- ${shellQuote(path)} && for type in f d l; do find . -mindepth 1 -maxdepth 1 -type $type ${LISTED} | sed "s/^/$type/"; done`,
        signal,
      );
      return printed
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => ({ name: line.slice(3), type: TYPES[line.charAt(0)] ?? "other" }));
    },
    async remove(path, signal) {
      const word = shellQuote(path);
      const found = await print(`if [ -L ${word} ]; then echo l; else ${typeScript(word)}; fi`, signal);
      const letter = found.charAt(0);
      if (letter === "d") throw new DomainError("invalid_path", "The path is a directory.");
      if (letter === "") return false;
      await print(`rm -f -- ${word}`, signal);
      return true;
    },
  };
}
