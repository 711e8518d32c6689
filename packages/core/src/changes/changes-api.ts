import type { Changes } from "../domain/changes/changes.ts";
import type { Principal } from "../domain/principals/principal.ts";

/** What sessions changed in their workspaces' files; `not_allowed` where the volume cannot tell. */
export interface ChangesApi {
  /** Against the files as they were before the session's first call that could write; empty before that. */
  ofSession(principal: Principal, workspaceId: string, sessionId: string): Promise<Changes>;
  /** The patch, file by file, for `git apply`: all of it, however long. The files are compared before this resolves. */
  patch(principal: Principal, workspaceId: string, sessionId: string): Promise<AsyncIterable<string>>;
}
