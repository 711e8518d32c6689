import type { Principal } from "../domain/principals/principal.ts";
import type { ImageType } from "../domain/images/image-type.ts";

export interface SessionImage {
  readonly bytes: Uint8Array;
  readonly media_type: ImageType;
}

export interface ImagesApi {
  /** An image that a session shows, by the SHA-256 that names it in the transcript; `not_found` where it shows none such. */
  read(principal: Principal, workspaceId: string, sessionId: string, hash: string): Promise<SessionImage>;
}
