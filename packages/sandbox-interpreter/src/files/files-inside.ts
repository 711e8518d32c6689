import { DomainError } from "@workspace-agent/core";
import type { FilesInside, SandboxMount } from "@workspace-agent/core/ports";
import type { InterpretedPlace } from "../interpreted-place.ts";
import type { FileFacts, InsideAnswer, InsideRequest } from "../messages.ts";

const TYPES = { file: "file", dir: "directory", symlink: "symlink" } as const satisfies Record<
  FileFacts["type"],
  string
>;

/** The files that only the worker reaches. Links of the memory files are followed there; those of a volume are refused. */
export function filesInside(place: InterpretedPlace, mounts: readonly SandboxMount[]): FilesInside {
  async function ask(request: InsideRequest): Promise<InsideAnswer> {
    const answer = await place.inside(request, mounts);
    if (answer.kind === "refused") throw new DomainError("not_allowed", answer.message);
    if (answer.kind === "wrong type") {
      if (request.op === "write") throw new DomainError("already_exists", "A directory is at that path.");
      throw new DomainError("invalid_path", "The path is of another type.");
    }
    return answer;
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
