import { inject, injectable } from "../di.ts";
import type { VolumeBaselines } from "../ports/volume-baselines.ts";
import type { SessionRecord } from "../sessions/session.ts";
import { WorkspacePlace } from "../workspaces/workspace-place.ts";
import type { WorkspaceRecord } from "../workspaces/workspace.ts";

/** Sees to it that what a session writes can be told later. */
@injectable()
export class SessionBaselines {
  constructor(@inject(WorkspacePlace) private readonly place: Pick<WorkspacePlace, "files">) {}

  /** The baselines of a workspace's volume, or null where it keeps none. */
  async of(workspace: WorkspaceRecord): Promise<VolumeBaselines | null> {
    return (await this.place.files(workspace)).baselines ?? null;
  }

  /**
   * Does what may write in the name of a session: what the files are before the first such work of the session is remembered, and
   * that it wrote is noted when the work begins and when it ends. What a session writes that another has started is a change of
   * the other's too.
   */
  async whileWriting<T>(
    workspace: WorkspaceRecord,
    { id, parent }: Pick<SessionRecord, "id" | "parent">,
    work: () => Promise<T>,
  ): Promise<T> {
    const baselines = await this.of(workspace);
    if (baselines === null) return await work();
    if (parent !== null) await baselines.keep(parent.session_id);
    await baselines.keep(id);
    await baselines.noteWrite(id);
    try {
      return await work();
    } finally {
      await baselines.noteWrite(id);
    }
  }

  async forget(workspace: WorkspaceRecord, sessionId: string): Promise<void> {
    await (await this.of(workspace))?.remove(sessionId);
  }
}
