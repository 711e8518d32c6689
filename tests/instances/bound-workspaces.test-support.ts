import { describe, expect, it } from "vitest";
import type { AcceptedTurn } from "../../packages/core/src/index.ts";
import type { ScriptedCommand } from "../../packages/core/src/testing/index.ts";
import {
  admin,
  chat,
  gate,
  heldCommand,
  idle,
  instancesOn,
  shell,
  until,
  type Instance,
} from "./instances.test-support.ts";
import type { SharedStoresName } from "./shared-stores.test-support.ts";

interface Asked {
  readonly messages: readonly unknown[];
}
/** A number of commands, then the end. */
const steps =
  (count: number) =>
  ({ messages }: Asked) =>
    messages.length > 2 * count ? { text: "done" } : shell;

const turnOf = ({ service }: Instance, workspace: string, { session_id, turn_id }: AcceptedTurn) =>
  service.sessions.turn(admin, workspace, session_id, turn_id);

async function completed(instance: Instance, workspace: string, turn: AcceptedTurn): Promise<void> {
  const result = await instance.service.chat.result(admin, workspace, turn, { seconds: 30 });
  expect(result.status).toBe("completed");
}

export function describeBoundWorkspaces(name: SharedStoresName): void {
  describe(`on ${name}, two instances`, () => {
    const given = instancesOn(name);

    it("never work in one workspace at the same time, and run everything that is queued there", async () => {
      const instances = await given();
      const working = new Map<string, string[]>();
      const clashes: string[] = [];
      const asInstance =
        (id: string): ScriptedCommand =>
        async (_, { workspaceId }) => {
          const others = working.get(workspaceId) ?? [];
          if (others.some((other) => other !== id)) clashes.push(workspaceId);
          working.set(workspaceId, [...others, id]);
          await new Promise((resolve) => setTimeout(resolve, 10));
          const now = working.get(workspaceId) ?? [];
          now.splice(now.indexOf(id), 1);
          return {};
        };
      const service = { maxRunningTurns: 3, maxRunningTurnsPerWorkspace: 2 };
      const one = await instances.start({ script: steps(2), command: asInstance("one"), service });
      const two = await instances.start({ script: steps(2), command: asInstance("two"), service });
      const workspaces = [];
      for (let count = 0; count < 3; count++) workspaces.push(await instances.workspace(one));
      const turns: (readonly [string, AcceptedTurn])[] = [];
      for (let count = 0; count < 4; count++)
        for (const workspace of workspaces) {
          const instance = turns.length % 2 === 0 ? one : two;
          turns.push([workspace, await instance.service.chat.send(admin, workspace, chat)]);
        }
      for (const [workspace, turn] of turns) await completed(one, workspace, turn);
      expect(clashes).toEqual([]);
      expect(one.sandbox.commands.length + two.sandbox.commands.length).toBe(turns.length * 2);
    });

    it("leave a workspace to the one that works there, which is notified at once", async () => {
      const instances = await given({ polls: false });
      const { command, open } = heldCommand();
      const one = await instances.start({ script: steps(1), command });
      const workspace = await instances.workspace(one);
      const first = await one.service.chat.send(admin, workspace, chat);
      await until(() => one.sandbox.commands.length === 1);
      const two = await instances.start({ script: steps(1), command });
      const second = await two.service.chat.send(admin, workspace, chat);
      await until(() => one.sandbox.commands.length === 2);
      open();
      for (const turn of [first, second]) await completed(two, workspace, turn);
      expect(two.sandbox.commands).toEqual([]);
    });

    it("do not wait for a full one: a queued turn begins as soon as its workspace is released", async () => {
      const instances = await given({ polls: false });
      const [left, busy] = [gate(), gate()];
      const gates = [left, busy];
      const command = async () => {
        await gates.shift()?.opened;
        return {};
      };
      const full = await instances.start({ script: steps(1), command, service: { maxRunningTurns: 2 } });
      const workspace = await instances.workspace(full);
      const other = await instances.workspace(full);
      const first = await full.service.chat.send(admin, workspace, chat);
      await until(() => full.sandbox.commands.length === 1);
      const beside = await full.service.chat.send(admin, other, chat);
      await until(() => full.sandbox.commands.length === 2);
      const free = await instances.start({ script: steps(1) });
      const second = await free.service.chat.send(admin, workspace, chat);
      const third = await free.service.chat.send(admin, await instances.workspace(free), chat);
      expect(third.session_id).not.toBe(second.session_id);
      await until(() => free.sandbox.commands.length === 1);
      expect((await turnOf(free, workspace, second)).status).toBe("queued");
      left.open();
      await completed(free, workspace, first);
      await completed(free, workspace, second);
      busy.open();
      await completed(free, other, beside);
    });

    it("take over when one has died, once its last lease has expired", async () => {
      const instances = await given();
      const accepting = await instances.start(idle);
      const workspace = await instances.workspace(accepting);
      const dead = await accepting.service.chat.send(admin, workspace, chat);
      const queued = await accepting.service.chat.send(admin, workspace, chat);
      const store = instances.stores.open();
      await store.start();
      const now = () => store.now();
      const ends = (await now()) + 2_000;
      await store.transaction(async ({ sessions }) => {
        const record = await sessions.lock("default", dead.session_id);
        if (record === null) throw new Error("There is no such session.");
        await sessions.save({ ...record, owner: "inst_dead", epoch: 1, lease_until: ends });
      });
      const begun: number[] = [];
      const command = async () => {
        begun.push(await now());
        return {};
      };
      const two = await instances.start({ script: steps(1), command });
      await until(() => begun.length > 0);
      // The host's two clocks may differ a little.
      expect(begun[0]).toBeGreaterThan(ends - 100);
      for (const turn of [queued, dead]) await completed(two, workspace, turn);
      await store.close();
    });

    it("take over when one stops, and only then", async () => {
      const instances = await given();
      const go = gate();
      const working: string[] = [];
      const command = async () => {
        working.push("one");
        await go.opened;
        working.push("one is done");
        return {};
      };
      const one = await instances.start({ script: steps(2), command, service: { maxRunningTurns: 2 } });
      const workspace = await instances.workspace(one);
      const turns = [];
      for (let count = 0; count < 4; count++) turns.push(await one.service.chat.send(admin, workspace, chat));
      await until(() => working.length === 2);
      const two = await instances.start({
        script: steps(2),
        command: () => {
          working.push("two");
          return {};
        },
      });
      const stopped = one.stop(5_000);
      go.open();
      await stopped;
      for (const turn of turns) await completed(two, workspace, turn);
      expect(working.slice(0, 4)).toEqual(["one", "one", "one is done", "one is done"]);
      expect(working.slice(4)).toEqual(Array.from({ length: 6 }, () => "two"));
    });
  });
}
