import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { SessionAccess } from "../access/session-access.ts";
import { imageTypeOf } from "../domain/images/image-type.ts";
import type { ImagesApi, SessionImage } from "./images-api.ts";

/** Gives people the images that a session shows. */
@service()
export class ImagesService implements ImagesApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SessionAccess) private readonly sessions: SessionAccess,
  ) {}

  async read(
    principal: Principal,
    workspaceId: string,
    sessionId: string,
    hash: string,
  ): Promise<SessionImage> {
    const session = await this.sessions.find(principal, workspaceId, sessionId);
    const bytes = (await this.store.blobs?.getOwned(principal.tenant, session.id, hash)) ?? null;
    const media_type = bytes === null ? null : imageTypeOf(bytes);
    if (bytes === null || media_type === null)
      throw new DomainError("not_found", "The session shows no such image.");
    return { bytes, media_type };
  }
}
