import { describe, expect, it } from "vitest";
import type { ItemDelta } from "../../domain/sessions/event.ts";
import { anEvent, fakeClock } from "../../testing/index.ts";
import { readDeltaHint, type RelayedDelta } from "./delta-hint.ts";
import { DeltaRelay } from "./delta-relay.ts";

const ID = "ses_1";

function piece(text: string, offset = 0): ItemDelta {
  const ids = { session_id: ID, turn_id: "turn_1", item_id: "item_1" };
  return { type: "item.delta", at: "2026-01-01T00:00:00.000Z", kind: "message", offset, text, ...ids };
}

function given(underWay: readonly ItemDelta[] = []) {
  const clock = fakeClock();
  const sent: RelayedDelta[] = [];
  const relay = new DeltaRelay(
    clock,
    () => underWay,
    (hints) => {
      for (const hint of hints) {
        const relayed = hint.type === "deltas" ? readDeltaHint(hint.deltas) : null;
        if (relayed !== null) sent.push(relayed);
      }
    },
  );
  return { clock, relay, sent };
}

/** A slow step: nothing is published for two sweeps. */
function beQuiet(relay: DeltaRelay): void {
  relay.sweep();
  relay.sweep();
}

describe("after a step in which nothing was published for a while", () => {
  it("a piece still follows the events before it", async () => {
    const { clock, relay, sent } = given();
    relay.want(ID, true);
    relay.events(ID, [anEvent(ID, 4)]);
    beQuiet(relay);
    relay.events(ID, [anEvent(ID, 5)]);
    relay.delta(piece("a"));
    await clock.advance(20);
    expect(sent).toEqual([{ after: 5, delta: piece("a") }]);
  });

  it("a new reader gets the item under way from its start", async () => {
    const { clock, relay, sent } = given([piece("so far")]);
    relay.delta(piece("so far"));
    beQuiet(relay);
    relay.want(ID, true);
    await clock.advance(20);
    expect(sent.map(({ delta }) => delta)).toEqual([piece("so far")]);
  });
});

it("a new reader takes no piece from the others of an item that is too long to be sent again", async () => {
  const length = 70_000;
  const { clock, relay, sent } = given([piece("x".repeat(length + 1))]);
  relay.want(ID, true);
  relay.delta(piece("x", length));
  relay.want(ID, true);
  await clock.advance(20);
  expect(sent.map(({ delta }) => delta)).toEqual([piece("x", length)]);
});
