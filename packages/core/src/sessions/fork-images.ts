import { requirePart } from "../ports/store-parts.ts";
import type { Repositories } from "../ports/store.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import { imagesOf } from "../domain/sessions/images-of.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

/** The images in a copy of a log. The copy owns them too, since it may outlive the original session. */
export class ForkImages {
  private readonly hashes = new Set<string>();

  apply(drafts: readonly EventDraft[]): void {
    for (const draft of drafts) for (const { blob } of imagesOf(draft)) this.hashes.add(blob);
  }

  /** Copies one image after the other, so that memory holds one. */
  async own(repositories: Repositories, { tenant, id }: SessionRecord): Promise<void> {
    if (this.hashes.size === 0) return;
    const blobs = requirePart(repositories, "blobs");
    for (const hash of this.hashes) {
      const bytes = await blobs.get(tenant, hash);
      if (bytes !== null) await blobs.put(tenant, id, [{ hash, bytes }]);
    }
  }
}
