import { beforeAll, describe, expect, test } from "vitest";
import type { ItemDelta, SessionEvent } from "../packages/core/src/index.ts";
import { memoryObjects } from "../packages/core/src/memory/index.ts";
import { ModelError, type ModelRequest } from "../packages/core/src/ports.ts";
import { ItemDeltaSchema, SessionEventSchema } from "../packages/core/src/schemas.ts";
import { validateBody } from "../packages/core/src/domain/validation/validate-body.ts";
import {
  fakeClock,
  scriptedModels,
  type FakeClock,
  type ScriptedStep,
} from "../packages/core/src/testing/index.ts";
import { until } from "../packages/core/src/test-host.test-support.ts";
import { SyncSchema } from "../packages/http/src/streams/event-schema.ts";
import { readUntil, type ReceivedEvent } from "../packages/http/src/sse-reader.test-support.ts";
import { testApi, type TestApi } from "../packages/http/src/test-api.test-support.ts";
import { EVENT_NOTES } from "./event-notes.ts";
import { expectPage } from "./generated-page.test-support.ts";

type EventType = SessionEvent["type"];
const types = Object.keys(EVENT_NOTES) as EventType[];

const overloaded = new ModelError("overloaded", "The provider is overloaded.", { retryable: true });
const tooLong = new ModelError("context_overflow", "The prompt is too long.", { retryable: false });

const SUMMARY = { text: "Goal: find out whether the tests pass.\nState: npm test has run." };
/** A call that is retried, a tool call that waits for a person, a prompt that is too long, and an answer in pieces. */
const steps: ScriptedStep[] = [
  { fail: overloaded },
  { text: "I run the tests.", toolCalls: [{ name: "bash", arguments: { command: "npm test" } }] },
  { fail: tooLong },
  { text: "All 42 tests pass.", chunk: 6, delayMs: 10 },
];
const script = ({ system }: ModelRequest): ScriptedStep =>
  system.startsWith("You summarize") ? SUMMARY : (steps.shift() ?? { text: "done" });

/** Long enough that something can be left out of the prompt. */
const OUTPUT = "a test that passes\n".repeat(2_000);

const has = (type: string) => (events: readonly ReceivedEvent[]) =>
  events.some(({ event }) => event === type);

/** Reads the events of a session from its start until one has come. */
async function readTo(api: TestApi, path: string, type: string): Promise<readonly ReceivedEvent[]> {
  const response = await api.fetch("GET", `${path}/events`);
  return (await readUntil(response, ({ events }) => has(type)(events))).events;
}

/** What the loss of a host leaves in the store. */
async function loseFiles({ store }: TestApi, workspaceId: string, session_id: string): Promise<void> {
  await store.transaction(async ({ workingCopies }) => {
    const { record } = await workingCopies.lock("default", workspaceId);
    await workingCopies.save({
      ...record,
      rolled_back: [{ session_id, published_at: Date.UTC(2026, 0, 31) }],
    });
  });
}

/** The events of a turn that has them all and is taken back, as one reader received them, and the mark that a reader got who joined within the answer. */
async function everyEvent(api: TestApi, modelClock: FakeClock) {
  const { id } = await api.createWorkspace("tests", { permissions: { bash: "ask" } });
  const sent = { message: "Run the tests.", mode: "async", metadata: { ticket: "T-7" } };
  const chat = await api.chat(id, sent);
  const path = `/api/workspaces/${id}/sessions/${chat.as().session_id}`;
  const reading = readTo(api, path, "session.rewound");
  await readTo(api, path, "turn.retrying");
  await api.clock.advance(60_000);
  const asked = await readTo(api, path, "request.opened");
  const opened = asked.find(({ event }) => event === "request.opened")?.data as {
    readonly request: { readonly id: string };
  };
  await loseFiles(api, id, chat.as().session_id);
  const decision = { decision: "allow", note: "Go ahead." };
  await api.call("POST", `${path}/requests/${opened.request.id}`, { json: decision });
  const inAnswer = () => modelClock.sleeping > 0;
  await until(inAnswer);
  await modelClock.advance(10);
  await until(inAnswer);
  const joined = await readTo(api, path, "sync");
  await modelClock.advance(1_000);
  await readTo(api, path, "turn.ended");
  const rewind = await api.call("POST", `${path}/rewind`, { json: { to_turn: chat.as().turn_id } });
  expect(rewind.status).toBe(200);
  return { received: await reading, sync: joined.find(({ event }) => event === "sync") };
}

/** Without what differs from run to run: ids, times, hashes and sizes of prompts. */
function steady(text: string): string {
  const names = new Map<string, string>();
  const named = (id: string, prefix: string) => {
    const count = [...names.values()].filter((name) => name.startsWith(`${prefix}_`)).length;
    const name = names.get(id) ?? `${prefix}_${count + 1}`;
    names.set(id, name);
    return name;
  };
  return text
    .replaceAll(/\b([a-z]+)_[0-9a-z]{26}\b/g, named)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-31T12:00:00.000Z")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "0".repeat(64))
    .replaceAll(/"tokens_before":\d+/g, '"tokens_before":4120')
    .replaceAll(/"tokens_after":\d+/g, '"tokens_after":3980')
    .replaceAll(/"longest_part_tokens":\d+/g, '"longest_part_tokens":1200')
    .replaceAll(/"duration_ms":\d+/g, '"duration_ms":1500');
}

let received: readonly ReceivedEvent[] = [];
let sync: ReceivedEvent | undefined;

beforeAll(async () => {
  const modelClock = fakeClock();
  const models = scriptedModels(script, { clock: modelClock });
  await using api = await testApi({
    service: { models, objects: memoryObjects(), portableFiles: true, random: () => 0.5 },
    command: async () => ({ stdout: OUTPUT }),
  });
  ({ received, sync } = await everyEvent(api, modelClock));
  ({ received, sync } = JSON.parse(steady(JSON.stringify({ received, sync }))) as {
    received: readonly ReceivedEvent[];
    sync: ReceivedEvent;
  });
});

const exampleOf = (type: string) => received.findLast(({ event }) => event === type);

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

/** An event as it is on the wire, without its last line break. */
function frameOf(found: ReceivedEvent | undefined): string {
  if (found === undefined) throw new Error("There is no such event.");
  const id = found.id === undefined ? "" : `id: ${found.id}\n`;
  return `${id}event: ${found.event}\ndata: ${JSON.stringify(found.data)}\n`;
}

const HEAD = `<!-- Generated by pnpm generate:pages from a run of the service and tests/event-notes.ts; do not edit. -->

# Events

With this page you read what happens in a session, live and later. \`GET /api/workspaces/{id}/sessions/{session_id}/events\` streams the events of a session, and \`POST …/chat\` with \`mode: "stream"\` those of one turn. With \`Accept: application/json\` the first returns stored events in pages. In process, \`service.sessions.events\` and \`eventPage\` return the same, and [\`service.events\`](extending.md#events) those of all sessions. [The client](client.md#events) reconnects by itself.

The examples are from one run. Ids, times, hashes and token counts are replaced.`;

const RELY = `## What you may rely on

- **Stored events** have \`seq\`: 1, 2, 3 … without a gap in each session. An event is durable before it is sent, and never changes. Order by \`seq\`, not by \`at\`, which comes from the clocks of several instances.
- **No gaps, no repeats.** Reconnect with \`Last-Event-ID\` or \`?after=\`, the \`seq\` of your last event, on any instance. A reader that is too slow is disconnected, and loses nothing when it comes back.
- **One end.** Each accepted turn has exactly one \`turn.ended\`.
- **Additions.** New types of events and new fields may come with any version. Ignore what you do not know.
- **Codes, not texts.** \`status\`, \`stop_reason\`, \`outcome\`, \`kind\` and error codes are stable. Texts for people, such as \`reason\`, \`prompt\` and \`error.detail\`, are not. Ids are opaque.`;

/** The frames of a stream, with an example of each. */
function streamSection(): string {
  const sent = [
    "retry: 1000\n",
    frameOf(exampleOf("turn.started")),
    frameOf(sync),
    frameOf(exampleOf("item.delta")),
  ];
  return [
    "## The stream",
    block("text", [...sent, ": keep-alive"].join("\n")),
    `| Frame | When | \`id\` |
| --- | --- | --- |
| \`retry\` | first: how many milliseconds a browser waits before it reconnects | |
| a stored event | first those behind \`Last-Event-ID\` or \`?after=\`, or from the start; then new ones | its \`seq\` |
| \`sync\` | once, behind the stored events: what follows is live | none |
| \`item.delta\` | live: a piece of an item that is being created | none |
| a comment | after 15 s of silence | none |`,
    "`?follow=false` ends the stream at its present end, without `sync`. An `id` beyond the end of the log is 400 `invalid_request`. `data` is one line of JSON.",
  ].join("\n\n");
}

const LIVE = {
  "item.delta":
    'A piece of the item `item_id`, which its `item.completed` has complete. It is not stored and not sent again. `offset` counts UTF-16 code units from the start of the item, so a first `offset` above 0 says that you joined late: continue from `in_progress` of `sync`, or wait for `item.completed`. A model call that is retried has new items. With `kind: "tool_output"` it is what a tool call writes while it runs: a limited part, whose `item_id` is that of the call. The result has the output.',
  sync: "`through_seq` is the last stored event before it. `in_progress` has the items that are being created, as far as this instance knows, with their text so far: the next `item.delta` of the item continues there.",
};

describe("the page of events", () => {
  test("has an example of each type that its schema accepts", () => {
    for (const { event, id, data } of received.filter(({ event }) => event !== "sync")) {
      const isDelta = event === "item.delta";
      expect(id === undefined).toBe(isDelta);
      validateBody<ItemDelta | SessionEvent>(isDelta ? ItemDeltaSchema : SessionEventSchema, data);
    }
    validateBody(SyncSchema, sync?.data);
    expect(new Set(received.map(({ event }) => event))).toEqual(new Set([...types, "item.delta", "sync"]));
    expect(types).toEqual(SessionEventSchema.options.map(({ entries }) => entries.type.literal));
  });

  test("is up to date (else: pnpm generate:pages)", async () => {
    const stored = types.map((type) => {
      const { about, rely } = EVENT_NOTES[type];
      return [`## ${type}`, about, block("json", JSON.stringify(exampleOf(type)?.data)), rely].join("\n\n");
    });
    const delta = [
      `## item.delta`,
      block("json", JSON.stringify(exampleOf("item.delta")?.data)),
      LIVE["item.delta"],
    ];
    const mark = [`## sync`, block("json", JSON.stringify(sync?.data)), LIVE.sync];
    await expectPage("events.md", [HEAD, streamSection(), RELY, ...stored, ...delta, ...mark]);
  });
});
