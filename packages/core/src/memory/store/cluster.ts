import { DomainError } from "../../domain/errors/domain-error.ts";
import type {
  BackgroundRepository,
  ClusterStore,
  CounterRepository,
  InstanceRepository,
} from "../../ports/cluster-store.ts";
import type { Access } from "./access.ts";
import { EVERYONE, type Tables } from "./tables.ts";

/** Removes an instance with its background records. */
function removeInstance(tables: Tables, id: string): void {
  tables.instances.remove(EVERYONE, id);
  tables.background.clear(id);
}

const liveInstances = (access: Access) =>
  access.tables.instances.group(EVERYONE).filter(({ aliveUntil }) => aliveUntil > access.now());

function instanceRepository(access: Access): InstanceRepository {
  return {
    async beat(id, placement, ttlMs) {
      await access.write((tables) => {
        const now = access.now();
        for (const row of tables.instances.group(EVERYONE))
          if (row.aliveUntil <= now) removeInstance(tables, row.id);
        tables.instances.put(EVERYONE, Object.freeze({ id, placement, aliveUntil: now + ttlMs }));
      });
    },
    async leave(id) {
      await access.write((tables) => removeInstance(tables, id));
    },
    async living() {
      const counts = new Map<string, number>();
      for (const { placement } of liveInstances(access))
        counts.set(placement, (counts.get(placement) ?? 0) + 1);
      return [...counts].map(([placement, count]) => ({ placement, count }));
    },
  };
}

function backgroundRepository(access: Access): BackgroundRepository {
  const live = () => liveInstances(access).flatMap(({ id }) => access.tables.background.group(id));
  return {
    async add(record) {
      await access.write(({ instances, background }) => {
        if (instances.get(EVERYONE, record.instanceId) === undefined)
          throw new DomainError("overloaded", "This instance is not registered.");
        if (background.get(record.instanceId, record.sessionId) === undefined)
          background.put(record.instanceId, Object.freeze({ ...record, isStopped: false }));
      });
    },
    async remove(instanceId, sessionId) {
      await access.write(({ background }) => background.remove(instanceId, sessionId));
    },
    async requestStop(tenant, sessionId) {
      const own = live().filter((row) => row.tenant === tenant && row.sessionId === sessionId);
      if (own.length === 0) return false;
      await access.write(({ background }) => {
        for (const { instanceId } of own) background.update(instanceId, sessionId, { isStopped: true });
      });
      return true;
    },
    async unstopped(instanceId) {
      const { background, sessions, workspaces } = access.tables;
      return background.group(instanceId).flatMap(({ tenant, workspaceId, sessionId, isStopped }) => {
        const workspace = workspaces.get(tenant, workspaceId);
        const isGone = workspace === undefined || sessions.get(tenant, sessionId) === undefined;
        return isStopped || isGone || workspace.status === "deleting" ? [] : [sessionId];
      });
    },
    async inWorkspace(tenant, workspaceId) {
      return live()
        .filter((row) => row.tenant === tenant && row.workspaceId === workspaceId)
        .map(({ sessionId }) => sessionId);
    },
  };
}

function counterRepository(access: Access): CounterRepository {
  return {
    async add(tenant, key, amount, { ms, now }) {
      return access.write(({ counters }) => {
        const before = counters.get(tenant, key);
        const after =
          before === undefined || before.resetsAt <= now
            ? { count: amount, resetsAt: now + ms }
            : { count: before.count + amount, resetsAt: before.resetsAt };
        counters.put(tenant, { key, ...after });
        return after;
      });
    },
    async sweep(now) {
      await access.write(({ counters }) => counters.removeWhere(({ resetsAt }) => resetsAt <= now));
    },
  };
}

/** The part of `ClusterStore` that is data. */
export function clusterRepositories(access: Access): Omit<ClusterStore, "publish" | "subscribe"> {
  return {
    instances: instanceRepository(access),
    background: backgroundRepository(access),
    counters: counterRepository(access),
    async positions(sessionIds) {
      const wanted = new Set(sessionIds);
      return [...access.tables.sessions.all()].flatMap(({ record: { id, tenant, next_seq } }) =>
        wanted.has(id) ? [{ id, tenant, seq: next_seq - 1 }] : [],
      );
    },
    async interruptRequests(owner) {
      return [...access.tables.sessions.all()].flatMap(({ record }) => {
        const { id, tenant, workspace_id, interrupt_turn_id: turn_id } = record;
        if (record.owner !== owner) return [];
        const workspace = access.tables.workspaces.get(tenant, workspace_id);
        const isWorkspaceDeleting = workspace === undefined || workspace.status === "deleting";
        return isWorkspaceDeleting || turn_id !== null ? [{ id, turn_id, isWorkspaceDeleting }] : [];
      });
    },
  };
}
