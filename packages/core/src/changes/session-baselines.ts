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

  /** The baselines of a workspace's volume, or null where it keeps none. */
  async of(workspace: WorkspaceRecord): Promise<VolumeBaselines | null> {
    return (await this.place.files(workspace)).baselines ?? null;
  }

  /**
   * Does what may write in the name of a session: what the files are before the first such work of the session is remembered, and
   * that it wrote is noted when the work begins and when it ends. What a session writes that another has started is written by
   * the other too.
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
    for (const writer of writers) await baselines.keep(writer);
    await note();
    try {
      return await work();
    } finally {
      await note();
    }
  }

  /** The session's turn is about to end: what others do later is no change of the session. Where that cannot be remembered, the turn ends all the same. */
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
