import type { Changes } from "../domain/changes/changes.ts";
import type { Principal } from "../domain/principals/principal.ts";

/** The changes of sessions in their workspaces' files. `not_allowed` if the host takes no snapshots, or the files could not be stored before the session changed them. */
export interface ChangesApi {
  /** Compared with the files before the session's first call that could write. Empty before that call. */
  ofSession(principal: Principal, workspaceId: string, sessionId: string): Promise<Changes>;
  /** The complete patch for `git apply`, file by file. The files are compared before this resolves. */
  patch(principal: Principal, workspaceId: string, sessionId: string): Promise<AsyncIterable<string>>;
}
