import { toBase64 } from "../runtime/base64.ts";
import { noSuchSession } from "../access/session-access.ts";
import { inject, service } from "../di.ts";
import { sha256OfBytes } from "../runtime/hash.ts";
import { STORE } from "../ports/injection.ts";
import { withMembers } from "../ports/checks/shape.ts";
import type { Model } from "../ports/model.ts";
import type { Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { showImages } from "./show-images.ts";

/** Characters of base64 that are kept at hand for the next steps. */
const MAX_CACHED_CHARACTERS = 33_554_432;

/** The images of sessions, each a blob that its session owns. */
@service()
export class ImageStore {
  /** In base64, the one used last at the end. */
  private readonly cached = new Map<string, string>();
  private cachedCharacters = 0;

  constructor(@inject(STORE) private readonly store: Store) {}

  /** Keeps an image for a session; gives the hash that names it. Throws `not_found` where the session is gone: nobody would remove the image. */
  async keep(tenant: string, sessionId: string, bytes: Uint8Array): Promise<string> {
    const hash = await sha256OfBytes(bytes);
    await this.store.transaction(async (repositories) => {
      if ((await repositories.sessions.lock(tenant, sessionId)) === null) throw noSuchSession();
      await requirePart(repositories, "blobs").put(tenant, sessionId, [{ hash, bytes }]);
    });
    return hash;
  }

  /** A model that is given the images themselves where a prompt has their hashes, or, where it sees none, a word about them. */
  modelOf(tenant: string, model: Model): Model {
    const load = (hash: string) => this.load(tenant, hash);
    const sees = model.sees_images ?? false;
    return withMembers(model, {
      async *stream(request, options) {
        const messages = await showImages(request.messages, sees ? load : null);
        yield* model.stream(messages === request.messages ? request : { ...request, messages }, options);
      },
    });
  }

  private async load(tenant: string, hash: string): Promise<string | null> {
    const key = `${tenant} ${hash}`;
    const known = this.cached.get(key);
    if (known !== undefined) {
      this.cached.delete(key);
      this.cached.set(key, known);
      return known;
    }
    const bytes = await this.store.blobs?.get(tenant, hash);
    if (bytes === undefined || bytes === null) return null;
    const data = toBase64(bytes);
    // Another step may have read it meanwhile.
    if (!this.cached.has(key)) this.cachedCharacters += data.length;
    this.cached.set(key, data);
    for (const [oldest, text] of this.cached) {
      if (this.cachedCharacters <= MAX_CACHED_CHARACTERS) break;
      this.cached.delete(oldest);
      this.cachedCharacters -= text.length;
    }
    return data;
  }
}
