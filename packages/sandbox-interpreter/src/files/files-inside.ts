import { DomainError } from "@workspace-agent/core";
import type { FilesInside } from "@workspace-agent/core/ports";
import type { FileFacts, InsideAnswer, InsideRequest } from "../messages.ts";

const TYPES = { file: "file", dir: "directory", symlink: "symlink" } as const satisfies Record<
  FileFacts["type"],
  string
>;

/** The files that only the worker can access. It follows links in its memory files, and refuses those of a volume. */
export function filesInside(inside: (request: InsideRequest) => Promise<InsideAnswer>): FilesInside {
  async function ask(request: InsideRequest): Promise<InsideAnswer> {
    const answer = await inside(request);
    if (answer.kind === "refused") throw new DomainError("not_allowed", answer.message);
    if (answer.kind !== "wrong type") return answer;
    if (request.op === "write") throw new DomainError("already_exists", "The path is a directory.");
    throw new DomainError("invalid_path", "The path has another type.");
  }

  return {
    async read(path) {
      const answer = await ask({ op: "read", path });
      return answer.kind === "bytes" ? new Blob([Uint8Array.from(answer.bytes)]).stream() : null;
    },
    async write(path, content) {
      const bytes = new Uint8Array(await new Response(content).arrayBuffer());
      await ask({ op: "write", path, bytes });
    },
    async stat(path) {
      const answer = await ask({ op: "stat", path });
      if (answer.kind !== "facts") return null;
      const { type, size } = answer.facts;
      return { type: type === "symlink" ? "other" : TYPES[type], size };
    },
    async list(path) {
      const answer = await ask({ op: "list", path });
      if (answer.kind !== "entries") return null;
      return answer.entries.map(({ name, type }) => ({ name, type: TYPES[type] }));
    },
    async remove(path) {
      return (await ask({ op: "remove", path })).kind === "done";
    },
  };
}
