import { describe, expect, it } from "vitest";
import type { AgentService, FeedEvent } from "../../packages/core/src/index.ts";
import type { ScriptedStep } from "../../packages/core/src/testing/index.ts";
import { admin, instancesOn, shell, until } from "./instances.test-support.ts";
import type { SharedStoresName } from "./shared-stores.test-support.ts";

const STEPS = 4;
const TURNS = 9;

/** Some steps with a command, then an answer. */
const script = ({ messages }: { readonly messages: readonly unknown[] }): ScriptedStep =>
  messages.length < 2 * STEPS ? shell : { text: "done" };

function follow(service: AgentService, after: string) {
  const events: FeedEvent[] = [];
  const stopping = new AbortController();
  const done = (async () => {
    for await (const event of service.events({ after, signal: stopping.signal })) events.push(event);
  })();
  const stop = async () => {
    stopping.abort();
    await done;
  };
  return { events, done, stop };
}

const keyOf = ({ event }: FeedEvent) => `${event.session_id} ${event.seq}`;
const ended = (events: readonly FeedEvent[]) =>
  events.filter(({ event }) => event.type === "turn.ended").length;

/** Readers of all events on three instances, one of which stops while turns run on all of them. */
export function describeEventFeed(name: SharedStoresName): void {
  describe(`on ${name}, the events of all sessions`, () => {
    const given = instancesOn(name);

    it("come once and in order to each reader, also to one that goes on with a cursor on another instance", async () => {
      const instances = await given();
      const options = { script, command: async () => ({ stdout: "ok" }) };
      const one = await instances.start(options);
      const two = await instances.start(options);
      const three = await instances.start(options);
      const workspaces = await Promise.all(
        [one, two, three].map((instance) => instances.workspace(instance)),
      );
      const witness = follow(two.service, "start");
      const first = follow(three.service, "start");
      const sent = Array.from({ length: TURNS }, async (_, index) => {
        const { service } = [one, two, three][index % 3] ?? one;
        return service.chat.send(admin, workspaces[index % 3] ?? "", { message: `turn ${index}` });
      });
      const turns = await Promise.all(sent);
      await until(() => first.events.length > 20);
      await three.stop(0);
      await first.done;
      const second = follow(one.service, first.events.at(-1)?.cursor ?? "");
      await until(() => ended(witness.events) === TURNS, 60);
      await until(() => first.events.length + second.events.length === witness.events.length, 60);
      await Promise.all([witness.stop(), second.stop()]);
      const read = [...first.events, ...second.events];
      expect(read.map(keyOf)).toEqual(witness.events.map(keyOf));
      const next = new Map(turns.map(({ session_id }) => [session_id, 1]));
      for (const { event } of read) {
        expect(event.seq).toBe(next.get(event.session_id));
        next.set(event.session_id, event.seq + 1);
      }
    });
  });
}
