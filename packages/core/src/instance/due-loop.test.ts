import { expect, it } from "vitest";
import { memoryCluster } from "../memory/index.ts";
import { systemClock } from "../ports/clock.ts";
import type { DueRows } from "../ports/due-rows.ts";
import { silentLogger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { eventLoopTurns, gate, until } from "../test-host.test-support.ts";
import { DueLoop } from "./due-loop.ts";
import { Shutdown } from "./shutdown.ts";

it("the loop stops after all that it works on, also where a claim beside it fails", async () => {
  const { opened, open } = gate();
  const steps: string[] = [];
  let claims = 0;
  const rows: DueRows<{ readonly id: string }> = {
    dueIn: async () => 0,
    async claim() {
      if (++claims > 1) throw new Error("The store unavailable.");
      return { record: { id: "one" }, now: 0 };
    },
  };
  const store: Store = { ...memoryCluster().open(), transaction: (work) => work(store) };
  const shutdown = new Shutdown();
  const disk = { assertSpace: async () => {} };
  const loop = new DueLoop(
    { store, clock: systemClock, logger: silentLogger, disk, shutdown },
    {
      names: { all: "rows", id: "row_id", failure: "a row failed" },
      rows: () => rows,
      async work() {
        await opened;
        steps.push("worked");
      },
      afterwards: async () => {},
    },
  );
  loop.start();
  await until(() => claims > 1);
  shutdown.begin();
  const stopped = loop.stop().then(() => steps.push("stopped"));
  await eventLoopTurns();
  open();
  await stopped;
  expect(steps).toEqual(["worked", "stopped"]);
});
