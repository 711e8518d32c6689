import type { Principal } from "../domain/principals/principal.ts";

export interface OutputsApi {
  /** The full text of a truncated output, as UTF-8, by the id in its file's name (`out_…`). `not_found` if the sandbox no longer has it. */
  read(principal: Principal, workspaceId: string, id: string): Promise<ReadableStream<Uint8Array>>;
}
