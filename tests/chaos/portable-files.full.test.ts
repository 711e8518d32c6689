import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../new-folder.test-support.ts";
import { SEED } from "../seed.ts";
import { until } from "../until.test-support.ts";
import { Caller } from "./caller.ts";
import { CHAOS_TIMEOUT_MS } from "./chaos.ts";
import { lookAt, writeTree } from "./file-tree.ts";
import { HOST_TROUBLE, hostTrouble } from "./host-trouble.ts";
import { hostsApart, whyNoHosts } from "./network-namespaces.ts";
import { judgePortable, STEPS } from "./portable-verdict.ts";
import { filesOf, workInWorkspaces } from "./portable-work.ts";
import { portableWorld } from "./portable-world.ts";
import { seeded } from "./random.ts";
import { FAULTS } from "./s3-faults.ts";

const reason = whyNoHosts();
if (reason !== null) console.warn(`\nSKIPPED: chaos with portable files, since ${reason}\n`);

const TURNS = Number(process.env["CHAOS_TURNS"] ?? 1_000);
const WORKSPACES = 12;
const HOSTS = 3;
const RATES = { "lose request": 0.03, "lose answer": 0.03, delay: 0.1, duplicate: 0.05, reorder: 0.05 };
/** A run that takes longer hangs. */
const HANG_MS = CHAOS_TIMEOUT_MS - 120_000;
/** Trouble of a host can lose what the turns there have not published, and no more. */
const MOST_LOST = 0.25;

const inWords = (record: object) =>
  Object.entries(record)
    .map(([name, count]) => `${String(count)} ${name}`)
    .join(", ");

describe.skipIf(reason !== null)(
  "three instances with a disk each, and a bucket that loses, delays, duplicates and reorders requests",
  () => {
    it(
      "lose nothing that was published, show no mixed files, and say what was rolled back",
      async () => {
        const witness = join(await newFolder(), "witness");
        await using hosts = await hostsApart(HOSTS + 1);
        await using world = await portableWorld({
          script: {
            command: (key, step) => (step > STEPS ? null : writeTree(`${key}.${step}`, witness)),
            delayMs: 5,
          },
          instances: HOSTS + 1,
          hasOwnPostgres: true,
          hosts,
          seed: SEED,
        });
        const { leaseMs } = world;
        // The last host is fresh in the end.
        const [fresh] = world.instances.slice(HOSTS);
        if (fresh === undefined) throw new Error("There is no fresh instance.");
        const instances = world.instances.slice(0, HOSTS);
        const machines = instances.flatMap((instance, index) => {
          const [host, proxy] = [hosts.all[index], world.proxies[index]];
          return host === undefined || proxy === undefined ? [] : [{ instance, host, proxy }];
        });
        await Promise.all(instances.map((instance) => instance.startSurely()));

        const begun = performance.now();
        const { faults } = world;
        const caller = new Caller(instances);
        const done = new AbortController();
        const giveUp = AbortSignal.timeout(HANG_MS);
        let turns = 0;
        const trouble = hostTrouble({
          machines,
          faults,
          rates: RATES,
          random: seeded(SEED),
          signal: AbortSignal.any([done.signal, giveUp]),
          leaseMs,
        });
        const work = await workInWorkspaces({
          caller,
          seed: SEED,
          workspaces: WORKSPACES,
          turns: TURNS,
          signal: giveUp,
          onDone: () => (turns += 1),
        }).finally(() => done.abort());
        const counts = await trouble;

        // Their disks are out of reach, and they publish nothing more.
        await Promise.all(instances.map((instance) => instance.kill()));
        await fresh.startSurely();
        const last = new Caller([fresh]);
        await work.takeLeave(last);
        const verdict = await judgePortable(last, work, witness, async (workspaceId) => {
          expect((await filesOf(last, workspaceId)).placement).toBe("instance-3");
          return until(() => lookAt(last, workspaceId));
        });

        const { lines, ends, seenPublished } = verdict;
        const words = [
          `portable files, seed ${SEED}: ${turns} turns in ${((performance.now() - begun) / 1000).toFixed(0)} s, leases of ${leaseMs} ms`,
          `  ends: ${inWords(ends)}; lines: ${inWords(lines)}, ${seenPublished} seen published`,
          `  trouble: ${inWords(counts)}; bucket: ${inWords(faults.counts)}`,
          `  reads: ${inWords(work.reads)}; calls were made again ${caller.retries} times`,
          ...verdict.faults.slice(0, 20).map((fault) => `  FAULT ${fault}`),
        ];
        console.log(words.join("\n"));
        if (verdict.faults.length > 0)
          console.log(world.instances.map((each) => each.complaints()).join("\n"));
        expect(verdict.faults).toEqual([]);
        expect(turns).toBe(TURNS);
        expect(lines.rolledBack).toBeLessThan(TURNS * STEPS * MOST_LOST);
        expect(work.reads.published).toBeGreaterThan(0);
        expect(HOST_TROUBLE.filter((kind) => counts[kind] === 0)).toEqual([]);
        expect(FAULTS.filter((kind) => faults.counts[kind] === 0)).toEqual([]);
      },
      CHAOS_TIMEOUT_MS,
    );
  },
);
