import { expect } from "vitest";
import { MIGRATED_SCHEMA } from "../../packages/store-postgres/src/testing/test-database.ts";
import { until } from "../until.test-support.ts";
import { killsAndFreeze } from "./kills-and-freeze.test-support.ts";
import { seeded } from "./random.ts";
import { chaosWorld } from "./world.ts";

export interface BatchChaos {
  readonly seed: number;
  /** At most 1,000. */
  readonly items: number;
  readonly concurrency: number;
  /** In which the instances are killed and frozen. */
  readonly seconds: number;
}

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A batch on three instances that are killed and frozen. */
export async function batchChaos({ seed, items, concurrency, seconds }: BatchChaos): Promise<void> {
  await using world = await chaosWorld({ script: { command: () => null }, maxRunningTurns: 8 });
  await Promise.all(world.instances.map((instance) => instance.startSurely()));
  const keys = Array.from({ length: items }, (_, index) => `item ${index}`);
  const body = { concurrency, items: keys.map((key) => ({ key, message: `Say that ${key} is done.` })) };
  const { id } = await world.caller.call<Batch>("POST", "/api/batches", body, `batch ${seed}`);
  await killsAndFreeze(world, seeded(seed), seconds);
  const read = () => world.caller.call<Batch>("GET", `/api/batches/${id}`);
  await until(async () => (await read()).status === "completed", 300);
  expect((await read()).counts).toMatchObject({ queued: 0, running: 0, succeeded: items });
  const { database } = world;
  const stored = async (columns: string, table: string) =>
    (await database.query<Record<string, string>>(`select ${columns} from ${MIGRATED_SCHEMA}.${table}`)).rows;
  const begun = (await stored("key, turn_id", "batch_items")).map(({ turn_id }) => turn_id ?? "");
  const turns = (await stored("id", "turns")).map((turn) => turn["id"] ?? "");
  expect(turns).toHaveLength(items);
  expect(begun.toSorted()).toEqual(turns.toSorted());
  expect(await stored("id", "workspaces")).toHaveLength(items);
}
