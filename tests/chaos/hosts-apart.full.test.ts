import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { chaos, CHAOS_TIMEOUT_MS, inWords } from "./chaos.ts";
import { hostsApart, whyNoHosts, type Hosts } from "./network-namespaces.ts";
import { makeTrouble, type TroubleOptions } from "./trouble.ts";
import type { World } from "./world.ts";

const reason = whyNoHosts();
if (reason !== null) console.warn(`\nSKIPPED: chaos with hosts apart, since ${reason}\n`);

const SESSIONS = 60;
/**
 * Few at once and not fast, so that work is left for as long as a host is away, and for when it is back. It is the commands that take time: they
 * end while their host is cut off, and what came of them is written too late.
 */
const TURNS_AT_ONCE = 5;
const COMMAND_SECONDS = 1;
const AWAY_MS = 60_000;
/** What TCP sends again, it sends ever more rarely: after a minute without an answer up to 45 s later. */
const LONGEST_RETURN_MS = 100_000;
/** The others are killed and frozen more rarely than where nobody is cut off: two are left to do the work. */
const RARER = 5;

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_RETURN_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It did not come to this: ${what}`);
    await pause(100);
  }
}

/** How many turns the instances say that they run. */
async function turnsHeld({ database }: World): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from workspace_agent.sessions where owner is not null",
  );
  return rows[0]?.count ?? 0;
}

/** Cuts the last host off while it runs turns, disturbs the others meanwhile, and waits for the host to be of use again. Gives what part of the work was done when it was let back. */
async function cutLastOff(world: World, hosts: Hosts, options: TroubleOptions): Promise<number> {
  const host = hosts.all.at(-1);
  const instance = world.instances.at(-1);
  if (host === undefined || instance === undefined) throw new Error("There is no host.");
  await until("all instances run turns", async () => (await turnsHeld(world)) > 2 * TURNS_AT_ONCE);
  const others = {
    postgres: world.postgres,
    instances: world.instances.slice(0, -1),
    proxies: world.proxies.slice(0, -1),
  };
  const trouble = makeTrouble(others, { ...options, rarity: RARER });
  await host.cutOff();
  await pause(AWAY_MS);
  await host.letBack();
  const done = options.progress();
  await until("the host that was cut off answers", async () => {
    const answer = await fetch(`${instance.base}/readyz`).catch(() => null);
    return answer?.ok === true;
  });
  await until("its late writes are refused", () => instance.refused > 0);
  await trouble;
  return done;
}

describe.skipIf(reason !== null)(
  "three instances on hosts of their own, one of which is cut off for a minute",
  () => {
    it(
      "lose no turn, do nothing twice and show every event once",
      async () => {
        await using hosts = await hostsApart(3);
        let doneAtReturn = 1;
        const report = await chaos({
          seed: 1,
          sessions: SESSIONS,
          maxRunningTurns: TURNS_AT_ONCE,
          commandSeconds: COMMAND_SECONDS,
          hosts,
          // It does not stop by itself: nothing but the fence is between it and the turns that others have taken over.
          hasCareless: true,
          trouble: async (world, options) => {
            doneAtReturn = await cutLastOff(world, hosts, options);
          },
        });
        console.log(inWords(report, SESSIONS));
        if (report.faults.length > 0) console.log(report.complaints);
        expect(report.faults).toEqual([]);
        expect(doneAtReturn).toBeLessThan(1);
      },
      CHAOS_TIMEOUT_MS,
    );
  },
);
