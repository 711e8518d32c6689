import { describe, expect, it } from "vitest";
import { memoryStore } from "../memory/index.ts";
import { silentLogger } from "../ports/logger.ts";
import type { SandboxProcess } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import { until } from "../test-host.test-support.ts";
import { aSession, aWorkspace, fakeClock } from "../testing/index.ts";
import { secretForms } from "../redaction/secret-forms.ts";
import { StreamRedactor } from "../redaction/stream-redactor.ts";
import { RemovalNotices } from "../workspaces/removal-notices.ts";
import { BackgroundBinding } from "./background-binding.ts";
import { BackgroundProcess } from "./background-process.ts";

/** A process that runs until it is killed, which takes until `killed` resolves. */
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

async function given(over: (store: Store) => Partial<Store> = () => ({})) {
  const base = memoryStore();
  const store: Store = { ...base, capabilities: { shared: true }, ...over(base) };
  const living = { id: "inst_1", isKnownToLive: true };
  await store.instances.beat(living.id, "place", 3_600_000);
  const workspace = aWorkspace();
  await store.workspaces.insert(workspace);
  const session = aSession(workspace);
  await store.sessions.insert(session);
  const notices = new RemovalNotices();
  const binding = new BackgroundBinding(store, living, silentLogger, notices);
  const of = { tenant: workspace.tenant, workspaceId: workspace.id, sessionId: session.id };
  const inWorkspace = () => store.background.inWorkspace(workspace.tenant, workspace.id);
  async function start(killed: Promise<unknown> = Promise.resolve()) {
    const process = new BackgroundProcess("bg_1", session.id, "serve", fakeClock());
    await binding.add(of, process);
    const inside = running(killed);
    process.follow(inside, () => new StreamRedactor(secretForms({})), null);
    return { process, inside };
  }
  return { store, living, binding, notices, session, workspace, inWorkspace, start };
}

describe("processes in the background", () => {
  it("bind their workspace from before the first to after the last", async () => {
    const { binding, session, workspace, inWorkspace, start } = await given();
    const [one, two] = [await start(), await start()];
    expect(await inWorkspace()).toEqual([session.id]);
    await binding.remove(session.id, one.process);
    expect([binding.isKeptIn(workspace.id), await inWorkspace()]).toEqual([true, [session.id]]);
    await binding.remove(session.id, two.process);
    expect([binding.isKeptIn(workspace.id), await inWorkspace()]).toEqual([false, []]);
  });

  it("go on while they may, and are ended when they were stopped elsewhere", async () => {
    const { binding, notices, store, session, inWorkspace, start } = await given();
    const { inside } = await start();
    const ended: string[] = [];
    notices.subscribe((notice) => {
      if (notice.type === "ended") ended.push(...notice.processes.map(({ sessionId }) => sessionId));
    });
    binding.look();
    await binding.settled();
    expect([inside.isKilled, ended]).toEqual([false, []]);
    await store.background.stop(session.tenant, session.id);
    binding.look();
    await until(() => ended.length === 1);
    expect([inside.isKilled, await inWorkspace(), ended]).toEqual([true, [], [session.id]]);
  });

  it("are not ended by a stop that came before them, while what it was for still ends", async () => {
    const { binding, store, session, inWorkspace, start } = await given();
    const ending = Promise.withResolvers<null>();
    const before = await start(ending.promise);
    await store.background.stop(session.tenant, session.id);
    binding.look();
    await until(() => before.inside.isKilled);
    const starting = start();
    ending.resolve(null);
    const after = await starting;
    expect(before.process.end).toEqual({ type: "killed" });
    binding.look();
    await binding.settled();
    expect([after.inside.isKilled, await inWorkspace()]).toEqual([false, [session.id]]);
  });

  it("are ended by an instance that the others took for dead, and by one that cannot say that it lives", async () => {
    const forgotten = await given();
    const first = await forgotten.start();
    await forgotten.store.instances.leave("inst_1");
    forgotten.binding.look();
    await until(() => first.inside.isKilled);
    const cutOff = await given();
    const second = await cutOff.start();
    cutOff.living.isKnownToLive = false;
    cutOff.binding.look();
    await until(() => second.inside.isKilled);
  });

  it("are not started where it cannot be written down", async () => {
    const { store, start } = await given();
    await store.instances.leave("inst_1");
    await expect(start()).rejects.toMatchObject({ code: "overloaded" });
  });

  it("are let go of later where the store was away when they ended", async () => {
    let isAway = false;
    const { binding, session, inWorkspace, start } = await given(({ background }) => ({
      background: {
        ...background,
        letGo: async (...kept) => {
          if (isAway) throw new Error("away");
          await background.letGo(...kept);
        },
      },
    }));
    const { process } = await start();
    isAway = true;
    await binding.remove(session.id, process);
    expect(await inWorkspace()).toEqual([session.id]);
    isAway = false;
    binding.look();
    await until(async () => (await inWorkspace()).length === 0);
  });
});
