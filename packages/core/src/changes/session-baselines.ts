import { inject, service } from "../di.ts";
import { LOGGER } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { VolumeBaselines } from "../ports/volume-baselines.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** Records the state of files before a session writes, so that its changes can be compared later. */
@service()
export class SessionBaselines {
  constructor(
    @inject(WorkspaceEnvironment) private readonly place: Pick<WorkspaceEnvironment, "files">,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The baselines of a workspace's volume, or null if it has none. */
  async of(workspace: WorkspaceRecord): Promise<VolumeBaselines | null> {
    return (await this.place.files(workspace)).baselines ?? null;
  }

  /**
   * Runs work that may write for a session. Before the first such work, the state of the files is recorded, and
   * the session is recorded as a writer when the work begins and ends. What a subagent's session writes is also written by
   * its parent.
   */
  async whileWriting<T>(
    workspace: WorkspaceRecord,
    { id, parent }: Pick<SessionRecord, "id" | "parent">,
    work: () => Promise<T>,
  ): Promise<T> {
    const baselines = await this.of(workspace);
    if (baselines === null) return await work();
    const writers = parent === null ? [id] : [parent.session_id, id];
    const note = async () => {
      for (const writer of writers) await baselines.noteWrite(writer);
    };
    for (const writer of writers) await baselines.record(writer);
    await note();
    try {
      return await work();
    } finally {
      await note();
    }
  }

  /** Call this before the session's turn ends: later changes by others do not count. A failure does not stop the turn from ending. */
  async end(workspace: WorkspaceRecord, { id }: Pick<SessionRecord, "id">): Promise<void> {
    try {
      await (await this.of(workspace))?.end(id);
    } catch (error) {
      this.logger.error({ error, session_id: id }, "the end of a session's changes could not be remembered");
    }
  }

  async forget(workspace: WorkspaceRecord, sessionId: string): Promise<void> {
    await (await this.of(workspace))?.remove(sessionId);
  }
}
