import { expect, it } from "vitest";
import { isOfSubagent, task } from "../agent/subagents/subagents.test-support.ts";
import { MAX_ATTEMPTS } from "../domain/sessions/retries.ts";
import { memoryVolumes } from "../memory/index.ts";
import { withMembers } from "../ports/checks/shape.ts";
import { systemClock } from "../ports/clock.ts";
import { writes } from "../rewind/rewind.test-support.ts";
import { CRASHED } from "../sessions/crash-recovery.ts";
import { admin, clockOfLeases, startedService, testHost, until } from "../test-host.test-support.ts";
import { scriptedModels, scriptedSandboxes, testStore, type ScriptedSandboxes } from "../testing/index.ts";

/** Sandboxes that end no processes. */
function stuckSandboxes() {
  const inner = scriptedSandboxes();
  const killGroup = () => Promise.reject(new Error("The engine is not running."));
  const open: typeof inner.open = async (...given) => withMembers(await inner.open(...given), { killGroup });
  return { ...inner, open, state: () => "running" as const };
}

interface Crash {
  readonly error: string;
  readonly attempts?: number;
  readonly hasSubagent?: boolean;
  readonly sandbox?: ScriptedSandboxes;
}

it.each<[string, Crash]>([
  ["a session that has used up its attempts", { attempts: MAX_ATTEMPTS + 1, error: CRASHED.code }],
  ["a subagent of one", { attempts: MAX_ATTEMPTS + 1, error: CRASHED.code, hasSubagent: true }],
  [
    "a session whose old processes cannot be ended",
    { error: "sandbox_unavailable", sandbox: stuckSandboxes() },
  ],
])(
  "%s counts as one that has stopped writing after the server crashed",
  async (_, { attempts = 0, error, hasSubagent = false, sandbox = scriptedSandboxes() }) => {
    const leases = clockOfLeases();
    const [store, volumes] = [testStore(leases), memoryVolumes()];
    let hasCrashed = false;
    const models = scriptedModels((request) => {
      const isNew = request.messages.length === 1;
      if (hasCrashed) return isNew ? writes("after", "1") : { text: "Done." };
      if (hasSubagent && !isOfSubagent(request)) return { toolCalls: [task("Write.")] };
      return isNew ? writes("before", "1") : new Promise<never>(() => {});
    });
    await using first = await testHost({ script: [], service: { store, volumes, models } });
    const { workspaceId } = first;
    const { session_id, turn_id } = await first.send("Begin.");
    const changesOf = async (id: string) => first.service.changes.ofSession(admin, workspaceId, id);
    await until(async () => (await changesOf(session_id)).files.length === 1);
    await store.transaction(async ({ sessions }) => {
      const record = await sessions.lock(admin.tenant, session_id);
      if (record !== null) await sessions.save({ ...record, attempts });
    });
    hasCrashed = true;
    leases.endLeases();
    let aheadMs = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
    const service = await startedService({ store, volumes, models, clock, sandbox });
    const ended = await service.chat.result(admin, workspaceId, { session_id, turn_id }, { seconds: 30 });
    expect(ended.error?.code).toBe(error);
    aheadMs = 1_000;
    const later = await service.chat.send(admin, workspaceId, { message: "Go on." });
    await service.chat.result(admin, workspaceId, later, { seconds: 30 });
    const changes = await service.changes.ofSession(admin, workspaceId, later.session_id);
    expect(changes).toMatchObject({ files: [{ path: "after" }], overlapped: false });
    await service.stop();
  },
);
