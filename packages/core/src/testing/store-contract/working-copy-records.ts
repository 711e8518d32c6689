import type { WorkingCopyRecord } from "../../domain/files/working-copy.ts";
import type { CompleteStore } from "../../ports/store.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { unique } from "./records.ts";

/** Published once and changed since, unless `record` says otherwise. Its holder is no instance that the store knows. */
export function aWorkingCopy(
  workspace: Pick<WorkspaceRecord, "id" | "tenant">,
  record: Partial<WorkingCopyRecord> = {},
): WorkingCopyRecord {
  return {
    tenant: workspace.tenant,
    workspace_id: workspace.id,
    epoch: 3,
    holder: unique(),
    placement: unique(),
    copy: "copy_1",
    moved_at: 1_767_225_600_045,
    root: "root_1",
    published_at: 1_767_225_600_123,
    changed_by: ["ses_1", "ses_2"],
    rolled_back: [
      { session_id: "ses_1", published_at: 1_767_225_600_001 },
      { session_id: "ses_2", published_at: null },
    ],
    wanted: true,
    ...record,
  };
}

/** One that the store has saved. */
export async function givenWorkingCopy(
  store: CompleteStore,
  workspace: Pick<WorkspaceRecord, "id" | "tenant">,
  record: Partial<WorkingCopyRecord> = {},
  objects?: readonly string[],
): Promise<WorkingCopyRecord> {
  const saved = aWorkingCopy(workspace, record);
  await store.transaction(async ({ workingCopies }) => {
    await workingCopies.lock(saved.tenant, saved.workspace_id);
    await workingCopies.save(saved, objects);
  });
  return saved;
}
