import { setTimeout as pause } from "node:timers/promises";
import { oneOf, type Random } from "./random.ts";
import type { World } from "./world.ts";

export interface TroubleCounts {
  kills: number;
  freezes: number;
  cuts: number;
  connectionsCut: number;
  restarts: number;
}

/** In steps of the turns, so that a slow machine has as much trouble for the same work as a fast one. */
const KILL_EVERY = 60;
const FREEZE_EVERY = 180;
const CUT_EVERY = 120;
const RESTARTS = 2;
const LOOK_MS = 50;

export interface TroubleOptions {
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly counts: TroubleCounts;
  readonly leaseMs: number;
  /** The steps of all turns so far. */
  readonly steps: () => number;
  /** A factor for the distance between two events. Default 1. */
  readonly rarity?: number;
  /** The finished part of the work, from 0 to 1. */
  readonly progress: () => number;
}

/** Whether each kind of trouble has happened. */
export function hasHadAll({ kills, freezes, cuts, restarts }: TroubleCounts): boolean {
  return kills > 0 && freezes > 0 && cuts > 0 && restarts === RESTARTS;
}

/** Kills, freezes and disconnects instances and restarts Postgres until `signal` aborts; in the end all instances run. */
export async function makeTrouble(
  { instances, proxies, postgres }: Pick<World, "instances" | "proxies" | "postgres">,
  options: TroubleOptions,
): Promise<void> {
  const { random, signal, counts, leaseMs, steps, rarity = 1, progress } = options;
  const isOver = () => signal.aborted;
  /** The first time always before the work is done. `act` returns whether it was possible. */
  const every = async (number: number, act: () => Promise<boolean>) => {
    let isFirst = true;
    for (let due = number / 2; !isOver();) {
      await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
      if (isOver() || (steps() < due && !(isFirst && progress() > 0.5))) continue;
      if (!(await act())) continue;
      isFirst = false;
      due = steps() + number;
    }
  };
  const running = () => instances.filter(({ isRunning, isFrozen }) => isRunning && !isFrozen);
  /** One is always left, so that there is progress. */
  const maySpareOne = () => running().length > 1;

  const kill = async () => {
    if (!maySpareOne()) return false;
    const instance = oneOf(random, running());
    counts.kills += 1;
    await instance.kill();
    await instance.startSurely();
    return true;
  };
  const freeze = async () => {
    if (!maySpareOne()) return false;
    // Every other time the one that does not notice by itself.
    const careless = running().filter(({ settings }) => settings.isCareless);
    const instance = oneOf(random, counts.freezes % 2 === 0 && careless.length > 0 ? careless : running());
    counts.freezes += 1;
    instance.freeze();
    await pause(leaseMs * (1.2 + random() / 2));
    instance.thaw();
    return true;
  };
  const cut = async () => {
    counts.cuts += 1;
    counts.connectionsCut += oneOf(random, proxies).cut();
    return true;
  };
  const restart = async () => {
    const due = progress() > (counts.restarts === 0 ? 0.25 : 0.6);
    if (!due || counts.restarts >= RESTARTS) return false;
    counts.restarts += 1;
    await postgres.restart(counts.restarts === 1 ? "immediate" : "fast");
    return true;
  };
  await Promise.all([
    every(KILL_EVERY * rarity, kill),
    every(FREEZE_EVERY * rarity, freeze),
    every(CUT_EVERY * rarity, cut),
    every(0, restart),
  ]);
  for (const instance of instances) if (!instance.isRunning) await instance.startSurely();
}
