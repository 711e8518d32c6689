import { describe, expect, it } from "vitest";
import { memoryCluster } from "../memory/index.ts";
import { silentLogger } from "../ports/logger.ts";
import type { SandboxProcess } from "../ports/sandbox.ts";
import type { ClusterStore } from "../ports/cluster-store.ts";
import { until } from "../test-host.test-support.ts";
import { aSession, aWorkspace, fakeClock } from "../testing/index.ts";
import { SecretForms } from "../redaction/secret-forms.ts";
import { StreamRedactor } from "../redaction/stream-redactor.ts";
import { RemovalNotices } from "../workspaces/removal-notices.ts";
import { BackgroundBinding } from "./background-binding.ts";
import { BackgroundProcess } from "./background-process.ts";

/** A process that runs until it is killed. A kill takes until `killed` resolves. */
function running(killed: Promise<unknown>): SandboxProcess & { readonly isKilled: boolean } {
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number }>();
  let isKilled = false;
  return {
    stdout: new Blob([]).stream(),
    stderr: new Blob([]).stream(),
    wait: () => promise,
    kill: async () => {
      isKilled = true;
      await killed;
      resolve({ exitCode: 137 });
    },
    get isKilled() {
      return isKilled;
    },
  };
}

async function given(over: (cluster: ClusterStore) => Partial<ClusterStore> = () => ({})) {
  const base = memoryCluster().open();
  const store = { ...base, cluster: { ...base.cluster, ...over(base.cluster) } };
  const { cluster } = store;
  const living = { id: "inst_1", isKnownToLive: true };
  await cluster.instances.beat(living.id, "place", 3_600_000);
  const workspace = aWorkspace();
  await store.workspaces.insert(workspace);
  const session = aSession(workspace);
  await store.sessions.insert(session);
  const notices = new RemovalNotices();
  const binding = new BackgroundBinding(store, living, silentLogger, notices);
  const of = { tenant: workspace.tenant, workspaceId: workspace.id, sessionId: session.id };
  const inWorkspace = () => cluster.background.inWorkspace(workspace.tenant, workspace.id);
  async function start(killed: Promise<unknown> = Promise.resolve()) {
    const process = new BackgroundProcess("bg_1", session.id, "serve", fakeClock());
    await binding.add(of, process);
    const inside = running(killed);
    process.follow(inside, () => new StreamRedactor(new SecretForms({})), null);
    return { process, inside };
  }
  return { cluster, living, binding, notices, session, workspace, inWorkspace, start };
}

describe("background processes", () => {
  it("bind their workspace from before the first starts until the last has ended", async () => {
    const { binding, session, workspace, inWorkspace, start } = await given();
    const [one, two] = [await start(), await start()];
    expect(await inWorkspace()).toEqual([session.id]);
    await binding.remove(session.id, one.process);
    expect([binding.isBoundTo(workspace.id), await inWorkspace()]).toEqual([true, [session.id]]);
    await binding.remove(session.id, two.process);
    expect([binding.isBoundTo(workspace.id), await inWorkspace()]).toEqual([false, []]);
  });

  it("run until another instance requests their end", async () => {
    const { binding, notices, cluster, session, inWorkspace, start } = await given();
    const { inside } = await start();
    const ended: string[] = [];
    notices.subscribe((notice) => {
      if (notice.type === "ended") ended.push(...notice.processes.map(({ sessionId }) => sessionId));
    });
    binding.readRequests();
    await binding.settled();
    expect([inside.isKilled, ended]).toEqual([false, []]);
    await cluster.background.requestStop(session.tenant, session.id);
    binding.readRequests();
    await until(() => ended.length === 1);
    expect([inside.isKilled, await inWorkspace(), ended]).toEqual([true, [], [session.id]]);
  });

  it("are not ended by an earlier request whose processes are still ending", async () => {
    const { binding, cluster, session, inWorkspace, start } = await given();
    const ending = Promise.withResolvers<null>();
    const before = await start(ending.promise);
    await cluster.background.requestStop(session.tenant, session.id);
    binding.readRequests();
    await until(() => before.inside.isKilled);
    const starting = start();
    ending.resolve(null);
    const after = await starting;
    expect(before.process.end).toEqual({ type: "killed" });
    binding.readRequests();
    await binding.settled();
    expect([after.inside.isKilled, await inWorkspace()]).toEqual([false, [session.id]]);
  });

  it("end when peers took the instance for dead, and when it cannot renew its entry", async () => {
    const forgotten = await given();
    const first = await forgotten.start();
    await forgotten.cluster.instances.leave("inst_1");
    forgotten.binding.readRequests();
    await until(() => first.inside.isKilled);
    const cutOff = await given();
    const second = await cutOff.start();
    cutOff.living.isKnownToLive = false;
    cutOff.binding.readRequests();
    await until(() => second.inside.isKilled);
  });

  it("do not start where their record cannot be stored", async () => {
    const { cluster, start } = await given();
    await cluster.instances.leave("inst_1");
    await expect(start()).rejects.toMatchObject({ code: "overloaded" });
  });

  it("have their record deleted later where the store was unavailable when they ended", async () => {
    let isAway = false;
    const { binding, session, inWorkspace, start } = await given(({ background }) => ({
      background: {
        ...background,
        remove: async (...kept) => {
          if (isAway) throw new Error("The store is unavailable.");
          await background.remove(...kept);
        },
      },
    }));
    const { process } = await start();
    isAway = true;
    await binding.remove(session.id, process);
    expect(await inWorkspace()).toEqual([session.id]);
    isAway = false;
    binding.readRequests();
    await until(async () => (await inWorkspace()).length === 0);
  });
});
