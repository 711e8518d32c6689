import type { SessionEvent } from "../domain/sessions/event.ts";

/**
 * What the log says about files: the hash of each file when the session last read or wrote it, and the AGENTS.md files that the model
 * has seen. Takes every event of the session in order.
 */
export class KnownFiles {
  private readonly hashes = new Map<string, string>();
  private readonly guides = new Set<string>();

  apply(event: SessionEvent): void {
    // Compaction removed earlier guides from the prompt, so they are shown again.
    if (event.type === "context.compacted") this.guides.clear();
    if (event.type !== "item.completed" || event.item.role !== "tool") return;
    for (const part of event.item.content) {
      if (part.type !== "tool_result") continue;
      if (part.file !== undefined) this.hashes.set(part.file.path, part.file.sha256);
      for (const path of part.guides ?? []) this.guides.add(path);
    }
  }

  /** The SHA-256 of a file when this session last read or wrote it, or undefined. */
  hashOf(path: string): string | undefined {
    return this.hashes.get(path);
  }

  hasShown(guide: string): boolean {
    return this.guides.has(guide);
  }
}
