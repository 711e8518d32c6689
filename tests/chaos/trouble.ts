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

const KILL_EVERY_MS = 2_000;
const FREEZE_EVERY_MS = 6_000;
const CUT_EVERY_MS = 4_000;

export interface TroubleOptions {
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly counts: TroubleCounts;
  readonly leaseMs: number;
  /** How much slower than it should be this machine is: all that is done is done that much more rarely. */
  readonly slowness: number;
  /** Which part of the work is done, from 0 to 1. */
  readonly progress: () => number;
}

/** Does what machines and networks do, until `signal` aborts; in the end all instances run. */
export async function makeTrouble(
  { instances, proxies, postgres }: Pick<World, "instances" | "proxies" | "postgres">,
  options: TroubleOptions,
): Promise<void> {
  const { random, signal, counts, leaseMs, slowness, progress } = options;
  const isOver = () => signal.aborted;
  const every = async (ms: number, act: () => Promise<void>) => {
    while (!isOver()) {
      await pause(ms, undefined, { signal }).catch(() => undefined);
      if (!isOver()) await act();
    }
  };
  const running = () => instances.filter(({ isRunning, isFrozen }) => isRunning && !isFrozen);
  /** One is always left, so that there is progress to disturb. */
  const maySpareOne = () => running().length > 1;

  const kill = async () => {
    if (!maySpareOne()) return;
    const instance = oneOf(random, running());
    counts.kills += 1;
    await instance.kill();
    await instance.startSurely();
  };
  const freeze = async () => {
    if (!maySpareOne()) return;
    // Every other time the one that would not notice by itself.
    const careless = running().filter(({ settings }) => settings.isCareless);
    const instance = oneOf(random, counts.freezes % 2 === 0 && careless.length > 0 ? careless : running());
    counts.freezes += 1;
    instance.freeze();
    await pause(leaseMs * (1.2 + random() / 2));
    instance.thaw();
  };
  const cut = async () => {
    counts.cuts += 1;
    counts.connectionsCut += oneOf(random, proxies).cut();
  };
  const restart = async () => {
    const due = progress() > (counts.restarts === 0 ? 0.25 : 0.6);
    if (!due || counts.restarts >= 2) return;
    counts.restarts += 1;
    await postgres.restart(counts.restarts === 1 ? "immediate" : "fast");
  };
  await Promise.all([
    every(KILL_EVERY_MS * slowness, kill),
    every(FREEZE_EVERY_MS * slowness, freeze),
    every(CUT_EVERY_MS * slowness, cut),
    every(100, restart),
  ]);
  for (const instance of instances) if (!instance.isRunning) await instance.startSurely();
}
