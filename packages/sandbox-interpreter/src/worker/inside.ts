import type { FsStat, IFileSystem } from "just-bash";
import { posix } from "node:path";
import type { FileFacts, InsideAnswer, InsideRequest } from "../messages.ts";

function toFacts({ isFile, isDirectory, size, mtime }: FsStat): FileFacts {
  return { type: isDirectory ? "dir" : isFile ? "file" : "symlink", size, mtime: mtime.getTime() };
}

/** The file at a path, after links; null: there is none, or a broken link. */
async function factsOf(fs: IFileSystem, path: string): Promise<FileFacts | null> {
  try {
    return toFacts(await fs.stat(path));
  } catch {
    return null;
  }
}

async function answerFor(fs: IFileSystem, request: InsideRequest): Promise<InsideAnswer> {
  const { path } = request;
  const facts = await factsOf(fs, path);
  if (request.op === "write") {
    if (facts?.type === "dir") return { kind: "wrong type" };
    await fs.mkdir(posix.dirname(path), { recursive: true });
    await fs.writeFile(path, request.bytes);
    return { kind: "done" };
  }
  if (facts === null) return { kind: "absent" };
  switch (request.op) {
    case "stat":
      return { kind: "facts", facts };
    case "read":
      if (facts.type !== "file") return { kind: "wrong type" };
      return { kind: "bytes", bytes: await fs.readFileBuffer(path) };
    case "remove":
      if (facts.type === "dir") return { kind: "wrong type" };
      await fs.rm(path);
      return { kind: "done" };
    case "list": {
      if (facts.type !== "dir") return { kind: "wrong type" };
      const names = await fs.readdir(path);
      const entries = names.map(async (name) => ({
        name,
        ...toFacts(await fs.lstat(posix.join(path, name))),
      }));
      return { kind: "entries", entries: await Promise.all(entries) };
    }
  }
}

/** Serves the sandbox's file methods outside of the volumes. */
export async function serveInside(fs: IFileSystem, request: InsideRequest): Promise<InsideAnswer> {
  try {
    return await answerFor(fs, request);
  } catch (error) {
    return { kind: "refused", message: error instanceof Error ? error.message : String(error) };
  }
}
