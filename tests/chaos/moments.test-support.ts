import { expect } from "vitest";
import type { SessionEvent } from "../../packages/core/src/index.ts";
import { until } from "../until.test-support.ts";
import type { InstanceProcess } from "./instance-process.ts";
import type { Accepted } from "./sessions.ts";
import type { World } from "./world.ts";

interface SessionAnswer {
  readonly status: string;
  readonly pending_requests: readonly { readonly id: string }[];
}

export const statusOf = ({ caller }: World, { path }: Accepted) => caller.call<SessionAnswer>("GET", path);

export async function untilIdle(world: World, session: Accepted): Promise<readonly SessionEvent[]> {
  await until(async () => (await statusOf(world, session)).status === "idle");
  const headers = { accept: "application/json" };
  const events = await until(async () => {
    const response = await world.caller.once(`${session.path}/events?limit=500`, { headers });
    return (await response.json()) as readonly SessionEvent[];
  });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(({ type }) => type === "turn.ended")).toMatchObject([
    { turn: { stop_reason: "end_turn" } },
  ]);
  return events;
}

/** The first instance, which is killed, and the second, which takes over. */
export async function pair(world: World): Promise<readonly [InstanceProcess, InstanceProcess]> {
  const [first, second] = world.instances;
  if (first === undefined || second === undefined) throw new Error("There are no two instances.");
  await first.startSurely();
  return [first, second];
}
