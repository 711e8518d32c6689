import type { WorkingCopyRecord } from "../../domain/files/working-copy.ts";
import type { FoundWorkingCopy, WorkingCopyRepository } from "../../ports/working-copy-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { EVERYONE, requireWorkspace, type StoredWorkingCopy } from "./tables.ts";

function isHeld(access: Access, { tenant, workspace_id, holder }: WorkingCopyRecord): boolean {
  if (!access.isShared || holder === null) return false;
  const now = access.now();
  const { instances, sessions } = access.tables;
  const instance = instances.get(EVERYONE, holder);
  if (instance !== undefined && instance.aliveUntil > now) return true;
  return sessions
    .group(tenant)
    .some(
      ({ record }) =>
        record.workspace_id === workspace_id && record.owner === holder && record.lease_until > now,
    );
}

/** Before an instance takes the files over. */
function newWorkingCopy(tenant: string, workspace_id: string): StoredWorkingCopy {
  return frozenCopy({
    record: {
      tenant,
      workspace_id,
      epoch: 0,
      holder: null,
      placement: null,
      copy: null,
      moved_at: null,
      root: null,
      published_at: null,
      changed_by: null,
      rolled_back: [],
      wanted: false,
    },
    objects: [],
  });
}

export function workingCopyRepository(access: Access): WorkingCopyRepository {
  const found = ({ record }: StoredWorkingCopy): FoundWorkingCopy => ({
    record,
    isHeld: isHeld(access, record),
  });
  return {
    async get(tenant, workspaceId) {
      const stored = access.tables.workingCopies.get(tenant, workspaceId);
      return stored === undefined ? null : found(stored);
    },
    async lock(tenant, workspaceId) {
      const stored = await access.write((tables) => {
        requireWorkspace(tables, tenant, workspaceId);
        const { workingCopies } = tables;
        const before = workingCopies.get(tenant, workspaceId);
        if (before !== undefined) return before;
        const made = newWorkingCopy(tenant, workspaceId);
        workingCopies.put(tenant, made);
        return made;
      });
      return found(stored);
    },
    async save(record, objects) {
      const copy = frozenCopy({ record, ...(objects !== undefined && { objects: objects.toSorted() }) });
      await access.write(({ workingCopies }) =>
        workingCopies.update(record.tenant, record.workspace_id, copy),
      );
    },
    async wantedOf(instanceId) {
      return [...access.tables.workingCopies.all()].flatMap(({ record }) =>
        record.holder === instanceId && record.wanted ? [record] : [],
      );
    },
    async objects(tenant, workspaceId) {
      return access.tables.workingCopies.get(tenant, workspaceId)?.objects ?? [];
    },
  };
}
