import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { until } from "../until.test-support.ts";
import { linesIn, lookAt, mixedFiles } from "./file-tree.ts";
import type { InstanceProcess } from "./instance-process.ts";
import { published, witnessedWorld, type Witnessed } from "./one-session.test-support.ts";
import { endOf, fileUrl, writeFile } from "./portable-work.ts";
import type { PortableWorld } from "./portable-world.ts";
import type { Moment } from "./s3-faults.ts";

/** Of each kind: a turn that publishes, a call that publishes, a turn that restores. */
const KILLS = Number(process.env["KILLS"] ?? 10);
/** Some chunks, beside the small files. */
const NOISE_BYTES = 9_000_000;
const KINDS = ["a turn publishes", "a call publishes", "a turn restores"] as const;

/** A moment of a request, the n-th of its method. */
interface When {
  readonly method: "PUT" | "GET";
  readonly number: number;
  readonly moment: Moment;
}

/** Requests of a method from now on. */
function counting({ faults }: PortableWorld, method: string): () => number {
  let count = 0;
  faults.watch(async (each, moment) => {
    if (each === method && moment === "arrived") count += 1;
  });
  return () => count;
}

/** Kills the instance then, and the request waits until it is dead; or when the work is over, where it makes fewer requests. */
async function killAt(
  { faults }: PortableWorld,
  instance: InstanceProcess,
  when: When,
  work: () => Promise<unknown>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const seen = { arrived: 0, done: 0 };
  faults.watch(async (method, moment) => {
    if (method !== when.method || ++seen[moment] !== when.number || moment !== when.moment) return;
    faults.watch(null);
    await instance.kill();
    resolve(undefined);
  });
  await Promise.race([promise, work()]);
  faults.watch(null);
  await instance.kill();
}

/** How many requests each kind makes where nobody is killed. */
async function requestsOf(world: Witnessed, [first, second]: Pair): Promise<readonly number[]> {
  await first.startSurely();
  const session = await published(world, "measured");
  const turnPuts = counting(world, "PUT");
  await session.finish(await session.begin());
  const counts = [turnPuts()];
  const callPuts = counting(world, "PUT");
  await writeFile(world.caller, session.workspaceId, "large", randomBytes(NOISE_BYTES));
  counts.push(callPuts());
  await first.kill();
  await second.startSurely();
  const gets = counting(world, "GET");
  await session.finish(await session.begin());
  await second.kill();
  return [...counts, gets()];
}

type Pair = readonly [InstanceProcess, InstanceProcess];

it(`an instance that is killed at ${KILLS * KINDS.length} moments while it publishes or restores files leaves what was published, and a repeat finishes`, async () => {
  await using world = await witnessedWorld(NOISE_BYTES);
  const { caller, faults } = world;
  const [first, second] = world.instances;
  if (first === undefined || second === undefined) throw new Error("There are no two instances.");
  const requests = await requestsOf(world, [first, second]);
  const outcomes: Record<string, number> = {};
  const note = (outcome: string) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1);
  let pair: Pair = [first, second];

  for (let kill = 0; kill < KILLS * KINDS.length; kill++) {
    const [holder, other] = pair;
    pair = [other, holder];
    const kind = KINDS[kill % KINDS.length] ?? "a turn publishes";
    const half = Math.floor(
      ((requests[kill % KINDS.length] ?? 0) * 2 * Math.floor(kill / KINDS.length)) / KILLS,
    );
    const [number, moment] = [1 + (half >> 1), half % 2 === 0 ? "arrived" : "done"] as const;
    if (!holder.isRunning) await holder.startSurely();
    const session = await published(world, `kill${kill}x`);
    const before = await session.lines();

    if (kind === "a turn publishes") {
      const begun = session.begin();
      await killAt(world, holder, { method: "PUT", number, moment }, async () => endOf(caller, await begun));
      await other.startSurely();
      const turn = await begun;
      await session.finish(turn);
      note(`${kind}: ${await session.expectToldAndRepeatable(turn, before)}`);
    } else if (kind === "a call publishes") {
      const content = randomBytes(NOISE_BYTES);
      const url = holder.base + fileUrl(session.workspaceId, "large");
      const answer = fetch(url, { method: "PUT", body: content }).catch(() => null);
      await killAt(world, holder, { method: "PUT", number, moment }, () => answer);
      const isAnswered = (await answer)?.ok === true;
      await other.startSurely();
      const tree = await until(() => lookAt(caller, session.workspaceId));
      const found = tree.files.get("large");
      if (isAnswered || found !== undefined) expect(found?.equals(content)).toBe(true);
      expect(mixedFiles(tree)).toEqual([]);
      await writeFile(caller, session.workspaceId, "large", content);
      const repeated = await until(() => lookAt(caller, session.workspaceId));
      expect(repeated.files.get("large")?.equals(content)).toBe(true);
      expect(linesIn(repeated)).toEqual(before);
      note(`${kind}: ${found === undefined ? "rolled back" : "kept"}`);
    } else {
      await holder.kill();
      await other.startSurely();
      const begun = session.begin();
      await killAt(world, other, { method: "GET", number, moment }, async () => endOf(caller, await begun));
      // The same host has a half-restored tree, another has none.
      const next = kill % 2 === 0 ? other : holder;
      if (next === holder) await rm(holder.settings.filesDir, { recursive: true });
      await next.startSurely();
      const turn = await begun;
      await session.finish(turn);
      note(`${kind}: ${await session.expectToldAndRepeatable(turn, before)}`);
      await next.kill();
    }
    faults.watch(null);
    await Promise.all([first.kill(), second.kill()]);
  }
  console.log(`killed-publish: ${JSON.stringify(requests)} requests, ${JSON.stringify(outcomes)}`);
}, 1_800_000);
