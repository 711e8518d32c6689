import { expect, it } from "vitest";
import { memoryCluster, memoryVolumes } from "../memory/index.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import {
  admin,
  eventLoopTurns,
  gate,
  startedService,
  stopWithClock,
  until,
} from "../test-host.test-support.ts";
import { fakeClock, scriptedModels } from "../testing/index.ts";

it("an instance that stops first ends the removal that it continues for another", async () => {
  const clock = fakeClock();
  const cluster = memoryCluster({ clock });
  const store = cluster.open();
  const held = gate();
  const order: string[] = [];
  const memory = memoryVolumes({ clock });
  const volumes: VolumeProvider = {
    ...memory,
    async removeWorkspace(id, options) {
      order.push("begun");
      await held.opened;
      await memory.removeWorkspace(id, options);
      order.push("removed");
    },
    async close() {
      order.push("closed");
    },
  };
  const models = scriptedModels(() => ({ text: "done" }));
  const service = await startedService({ store, volumes, models, clock });
  const { id } = await service.workspaces.create(admin, { name: "w" });
  await store.workspaces.update(admin.tenant, id, { status: "deleting", updated_at: clock.now() });
  cluster.open().cluster.publish([{ type: "workspace", workspace_id: id }]);
  await until(async () => {
    await clock.advance(1_000);
    return order.length > 0;
  });
  const stopping = stopWithClock(service, clock);
  await eventLoopTurns(200);
  held.open();
  await stopping;
  expect(order).toEqual(["begun", "removed", "closed"]);
});
