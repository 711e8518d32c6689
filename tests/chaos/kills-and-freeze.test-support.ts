import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { InstanceProcess } from "./instance-process.ts";
import { oneOf, type Random } from "./random.ts";
import type { World } from "./world.ts";

const SECOND = 1_000;
/** How long a killed or frozen instance is away. */
const AWAY_MS = 4_000;

/** Two instances are killed and started again, one is frozen for a while, each at a moment of the seed. */
export async function killsAndFreeze(world: World, random: Random, seconds: number): Promise<void> {
  const others: InstanceProcess[] = [...world.instances];
  const take = () => {
    const chosen = oneOf(random, others);
    others.splice(others.indexOf(chosen), 1);
    return chosen;
  };
  const at = async (instance: InstanceProcess, begin: () => unknown, end: () => unknown) => {
    await pause(random() * seconds * 0.7 * SECOND);
    await begin();
    await pause(AWAY_MS);
    await end();
    expect(instance.isRunning).toBe(true);
  };
  const kills = [take(), take()].map((instance) =>
    at(
      instance,
      () => instance.kill(),
      () => instance.startSurely(),
    ),
  );
  const frozen = take();
  await Promise.all([
    ...kills,
    at(
      frozen,
      () => frozen.freeze(),
      () => frozen.thaw(),
    ),
  ]);
}
