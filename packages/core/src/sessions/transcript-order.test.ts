import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aSession, aWorkspace } from "../testing/store-contract/records.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { sessionLogs } from "./log-arbitrary.test-support.ts";
import { transcriptBefore } from "./held-messages.ts";
import type { Message } from "../domain/sessions/message.ts";
import { projectMessages } from "../domain/sessions/project-messages.ts";
import { emptySession, projectSession } from "../domain/sessions/project-session.ts";
import { PromptBuilder } from "../agent/prompt/prompt-builder.ts";
import { testStore } from "../testing/index.ts";

/** The rows of the transcript, written in the batches of the log. */
async function rowsOf(batches: readonly (readonly SessionEvent[])[]): Promise<Message[]> {
  const store = testStore();
  const workspace = aWorkspace();
  await store.workspaces.insert(workspace);
  let record = aSession(workspace, { state: emptySession });
  await store.sessions.insert(record);
  const rows: Message[] = [];
  for (const batch of batches) {
    for (const row of projectMessages(batch, await transcriptBefore(store, record, batch))) {
      const place = rows.findIndex(({ seq }) => seq === row.seq);
      rows.splice(place < 0 ? rows.length : place, 1, row);
    }
    await store.events.append(record.tenant, record.id, batch);
    record = { ...record, state: batch.reduce(projectSession, record.state) };
  }
  return rows;
}

describe("the transcript of a log", () => {
  it("is the same batch by batch and all at once, with growing seqs", async () => {
    await fc.assert(
      fc.asyncProperty(sessionLogs, async (batches) => {
        const rows = await rowsOf(batches);
        expect(rows).toEqual(projectMessages(batches.flat()));
        const seqs = rows.map(({ seq }) => seq);
        expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
      }),
      // Each run makes its own store.
      { numRuns: 25 },
    );
  });

  it("never inserts a message before one that could already be read", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        let events: SessionEvent[] = [];
        let before: Message[] = [];
        for (const batch of batches) {
          events = [...events, ...batch];
          const now = projectMessages(events);
          const places = (messages: readonly Message[]) => messages.map(({ id, seq }) => [id, seq]);
          expect(places(now).slice(0, before.length)).toEqual(places(before));
          before = now;
        }
      }),
    );
  });

  it("contains each message once, except those of queued turns", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        const events = batches.flat();
        const said = events.flatMap((event) =>
          event.type === "item.completed" && event.item.status === "completed" ? [event.item] : [],
        );
        const waiting = new Set(
          events
            .reduce(projectSession, emptySession)
            .queued_turns.filter(({ is_behind }) => is_behind === true)
            .map(({ turn }) => turn.id),
        );
        const expected = new Set(
          said.filter(({ turn_id }) => !waiting.has(turn_id)).map(({ message_id }) => message_id),
        );
        const ids = projectMessages(events).map(({ id }) => id);
        expect(ids).toHaveLength(expected.size);
        expect(new Set(ids)).toEqual(expected);
      }),
    );
  });

  it("has the order in which the model sees its messages", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        const events = batches.flat();
        const builder = new PromptBuilder();
        for (const event of events) builder.apply(event);
        const shown = builder.entries.map(({ messageId }) => messageId);
        const order = projectMessages(events).map(({ id }) => id);
        expect(shown).toEqual(order.filter((id) => shown.includes(id)));
        const started = new Set(
          events.flatMap((event) => (event.type === "turn.started" ? [event.turn_id] : [])),
        );
        const spoken = projectMessages(events).filter(
          ({ role, turn_id }) => role !== "tool" && started.has(turn_id),
        );
        expect(shown).toEqual(spoken.map(({ id }) => id));
      }),
    );
  });
});
