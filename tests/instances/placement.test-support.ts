import { describe, expect, it } from "vitest";
import { memoryVolumes } from "../../packages/core/src/memory/index.ts";
import { admin, chat, instancesOn, until } from "./instances.test-support.ts";
import type { SharedStoresName } from "./shared-stores.test-support.ts";

const script = [{ text: "done" }];

const placedAt = (placement: string) => ({ ...memoryVolumes(), placement: async () => placement });

export function describePlacement(name: SharedStoresName): void {
  describe(`on ${name}, a workspace whose files only some hosts reach`, () => {
    const given = instancesOn(name);

    it("is used only by those; without one it waits, visibly, and continues when one returns", async () => {
      const instances = await given();
      // Long enough that no instance counts as dead on a busy machine; one that stops reports it.
      const leaseMs = 6_000;
      const rack = placedAt("rack-7");
      const one = await instances.start({ script, service: { leaseMs, volumes: rack } });
      const workspace = await instances.workspace(one);
      const two = await instances.start({ script, service: { leaseMs, volumes: placedAt("rack-8") } });
      const status = async () => (await two.service.workspaces.get(admin, workspace)).status;
      expect(await status()).toBe("ready");
      const first = await two.service.chat.send(admin, workspace, chat);
      const done = await two.service.chat.result(admin, workspace, first, { seconds: 10 });
      expect(done.status).toBe("completed");
      await expect(two.service.files.list(admin, workspace, "workspace", "")).rejects.toMatchObject({
        code: "overloaded",
      });

      await one.stop();
      await until(async () => (await status()) === "waiting_placement");
      const listed = await two.service.workspaces.list(admin, {});
      expect(listed.items.map((item) => item.status)).toEqual(["waiting_placement"]);
      const state = await two.service.workspaces.state(admin, workspace);
      const turn = await two.service.chat.send(admin, workspace, chat);
      expect(state.status).toBe("waiting_placement");
      const { status: queued } = await two.service.sessions.get(admin, workspace, turn.session_id);
      expect(queued).toBe("queued");

      const again = await instances.start({ script, service: { leaseMs, volumes: rack } });
      const result = await two.service.chat.result(admin, workspace, turn, { seconds: 10 });
      expect(result.status).toBe("completed");
      await until(async () => (await status()) === "ready");
      expect((await again.service.workspaces.get(admin, workspace)).status).toBe("ready");

      await two.service.workspaces.delete(admin, workspace);
      await expect(again.service.workspaces.get(admin, workspace)).rejects.toMatchObject({
        code: "not_found",
      });
    });
  });
}
