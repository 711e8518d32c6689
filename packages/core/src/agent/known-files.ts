import type { SessionEvent } from "../domain/sessions/event.ts";

/**
 * What a session knows of files by its log, so that a restart forgets nothing: how it last saw each file that it read or
 * wrote, and which AGENTS.md files the model was shown. Give it every event of the session in order.
 */
export class KnownFiles {
  private readonly hashes = new Map<string, string>();
  private readonly guides = new Set<string>();

  apply(event: SessionEvent): void {
    // What the model was shown before is gone from its prompt: it is shown again.
    if (event.type === "context.compacted") this.guides.clear();
    if (event.type !== "item.completed" || event.item.role !== "tool") return;
    for (const part of event.item.content) {
      if (part.type !== "tool_result") continue;
      if (part.file !== undefined) this.hashes.set(part.file.path, part.file.sha256);
      for (const path of part.guides ?? []) this.guides.add(path);
    }
  }

  /** The SHA-256 of a file as it was last read or written in this session; undefined: never. */
  hashOf(path: string): string | undefined {
    return this.hashes.get(path);
  }

  hasShown(guide: string): boolean {
    return this.guides.has(guide);
  }
}
