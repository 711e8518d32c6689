import type { Principal } from "../domain/principals/principal.ts";

export interface OutputsApi {
  /** The whole of an output that was cut, by the id in its file's name (`out_…`), as UTF-8; `not_found` where the sandbox keeps it no more. */
  read(principal: Principal, workspaceId: string, id: string): Promise<ReadableStream<Uint8Array>>;
}
