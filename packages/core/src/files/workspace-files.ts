import { inject, service } from "../di.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { Volume } from "../ports/volume.ts";
import { WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";
import { NoFiles, SnapshotFiles } from "./snapshot-files.ts";

/** What is read of a volume. */
export type ReadableFiles = Pick<Volume, "stat" | "list" | "read" | "readLink" | "readBelow">;

/** The files of workspaces, to be read without taking them over. */
@service()
export class WorkspaceFiles {
  constructor(@inject(WorkspaceEnvironment) private readonly environment: WorkspaceEnvironment) {}

  /** `published_at`, in milliseconds, is of published files. Null: these are the current ones. */
  async of(
    workspace: WorkspaceRecord,
  ): Promise<{ readonly files: ReadableFiles; readonly published_at: number | null }> {
    const published = await this.environment.published(workspace);
    if (published === null) return { files: await this.environment.files(workspace), published_at: null };
    const { objects, root, published_at } = published;
    const files =
      root === null
        ? new NoFiles(published_at)
        : new SnapshotFiles(objects, { root, created_at: published_at });
    return { files, published_at };
  }
}
