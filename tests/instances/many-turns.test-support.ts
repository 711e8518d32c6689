import { describe, expect, it } from "vitest";
import { admin, chat, heldCommand, idle, instancesOn, shell, until } from "./instances.test-support.ts";
import type { SharedStoresName } from "./shared-stores.test-support.ts";

export function describeManyTurns(name: SharedStoresName): void {
  describe(`on ${name}, turns`, () => {
    const given = instancesOn(name);

    it("of one workspace run within its limit on all instances together, and others are not kept waiting", async () => {
      const instances = await given();
      const { command, open } = heldCommand();
      const options = {
        script: ({ messages }: { readonly messages: readonly unknown[] }) =>
          messages.length > 1 ? { text: "done" } : shell,
        command,
        service: { maxRunningTurns: 8, maxRunningTurnsPerWorkspace: 3 },
      };
      const one = await instances.start(options);
      const two = await instances.start(options);
      const busy = await instances.workspace(one);
      const quiet = await instances.workspace(one);
      const turns = [];
      for (let count = 0; count < 12; count++)
        turns.push(await (count % 2 === 0 ? one : two).service.chat.send(admin, busy, chat));
      const running = () => one.sandbox.commands.length + two.sandbox.commands.length;
      await until(() => running() === 3);
      const late = await two.service.chat.send(admin, quiet, chat);
      await until(() => running() === 4);
      const { session_counts } = await one.service.workspaces.get(admin, busy);
      expect(session_counts).toEqual({ running: 3, queued: 9, waiting: 0, idle: 0 });
      open();
      for (const turn of turns)
        expect((await one.service.chat.result(admin, busy, turn, { seconds: 15 })).status).toBe("completed");
      expect((await one.service.chat.result(admin, quiet, late, { seconds: 15 })).status).toBe("completed");
    });

    it("for which an instance has no slot are run by another", async () => {
      const instances = await given({ polls: false });
      const full = await instances.start(idle);
      const free = await instances.start({ script: [{ text: "done" }] });
      const workspace = await instances.workspace(free);
      const turn = await full.service.chat.send(admin, workspace, chat);
      expect((await full.service.chat.result(admin, workspace, turn, { seconds: 10 })).status).toBe(
        "completed",
      );
    });
  });
}
