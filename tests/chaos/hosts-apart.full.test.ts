import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { until } from "../until.test-support.ts";
import { chaos, CHAOS_TIMEOUT_MS, inWords } from "./chaos.ts";
import { hostsApart, whyNoHosts, type Hosts } from "./network-namespaces.ts";
import { makeTrouble, type TroubleOptions } from "./trouble.ts";
import type { World } from "./world.ts";

const reason = whyNoHosts();
if (reason !== null) console.warn(`\nSKIPPED: chaos with hosts apart, since ${reason}\n`);

const SESSIONS = 60;
/** Few and slow, so that work is left while a host is disconnected and after it. Commands end meanwhile, and their results are written too late. */
const TURNS_AT_ONCE = 5;
const COMMAND_SECONDS = 1;
const AWAY_MS = 60_000;
/** Kills and freezes are rarer than usual, since only two instances do the work. */
const RARER = 5;

/** How many turns the instances run, by the database. */
async function turnsHeld({ database }: World): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from workspace_agent.sessions where owner is not null",
  );
  return rows[0]?.count ?? 0;
}

/** Disconnects the last host while it runs turns, disturbs the others meanwhile, and waits until the host works again. Returns which part of the work was done when it was reconnected. */
async function cutLastOff(world: World, hosts: Hosts, options: TroubleOptions): Promise<number> {
  const host = hosts.all.at(-1);
  const instance = world.instances.at(-1);
  if (host === undefined || instance === undefined) throw new Error("There is no host.");
  await until(async () => (await turnsHeld(world)) > 2 * TURNS_AT_ONCE);
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
  // TCP backs off: after a minute without an answer it waits up to 45 s to resend.
  await until(async () => (await fetch(`${instance.base}/readyz`)).ok);
  await until(async () => instance.refused > 0);
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
          // It does not stop by itself: only the fence protects the turns that others have taken over.
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
