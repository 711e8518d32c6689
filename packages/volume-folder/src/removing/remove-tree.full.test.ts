import { expect, it } from "vitest";
import type { HeldDirectory } from "../directories/held-directory.ts";
import { removeTree } from "./remove-tree.ts";

const failure = (code: string) => Object.assign(new Error(code), { code });

/** An open directory with nothing but directories: the first call for each, which is to unlink it, fails. */
function directoryOf(names: readonly string[], below: Readonly<Record<string, HeldDirectory>> = {}) {
  const rest = new Set<unknown>(names);
  const opened: unknown[] = [];
  const directory: HeldDirectory = {
    handle: undefined as never,
    async at(name) {
      if (rest.delete(name)) throw failure("EISDIR");
      return undefined as never;
    },
    openFile: () => Promise.reject(failure("EISDIR")),
    async openDirectory(name) {
      opened.push(name);
      const found = below[String(name)];
      if (found === undefined) throw failure("ENOENT");
      return found;
    },
    list: async () => names.map((name) => ({ name, isFile: false })),
    [Symbol.asyncDispose]: async () => {},
  };
  return { directory, opened };
}

it("empties a directory that has more directories than a call takes arguments", async () => {
  const names = Array.from({ length: 150_000 }, (_, index) => String(index));
  const many = directoryOf(names).directory;
  const top = directoryOf(["many"], { many });
  await removeTree(directoryOf([], { top: top.directory }).directory, "top");
  expect(top.opened).toHaveLength(1 + names.length);
});
