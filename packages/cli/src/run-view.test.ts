import { NetworkError, ProblemError, type PendingRequest } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { RunView } from "./run-view.ts";

type ViewedEvent = Parameters<RunView["event"]>[0];

const place = { session_id: "ses_1", turn_id: "turn_1", at: "2026-01-31T12:00:00.000Z" };

/** What a view prints during some work. */
function printed(work: (view: RunView) => void): string {
  let text = "";
  const output = {
    out: () => {},
    note: (note: string) => void (text += note),
    columns: 40,
    isTerminal: false,
    canRedraw: false,
  };
  work(new RunView({ output, showsText: false, now: () => 0 }));
  return text;
}

const shown = (...events: readonly ViewedEvent[]) =>
  printed((view) => {
    for (const event of events) view.event(event);
    view.end();
  });

test("a connection that is refused or lost says why, and whether the turn continues", () => {
  const headers = { "retry-after": "30" };
  const refused = new ProblemError(
    new Response(null, { status: 503, headers }),
    null,
    "The disk is full.\u001B[2K",
  );
  const text = printed((view) => {
    view.connection({ state: "reconnecting", attempt: 1, delayMs: 29_500, error: refused });
    view.connection({ state: "open" });
    view.connection({ state: "reconnecting", attempt: 1, delayMs: 1_000, error: new NetworkError("gone") });
    view.end();
  });
  expect(text).toBe(
    "503: The disk is full.; retrying in 30 s\nconnection lost; retrying in 1 s (the turn continues)\n",
  );
});

function shownRequest(request: PendingRequest): string {
  const by = { kind: "token" as const, id: "tok_1", name: "review\u001B[2Ker" };
  return shown(
    { type: "request.opened", ...place, seq: 1, request },
    { type: "request.resolved", ...place, seq: 2, request_id: request.id, outcome: "allow", by },
  );
}

test("an approval is shown whole, with what would not show, and who answered it", () => {
  const command = `ls \u202E${"x".repeat(500)}; rm -r /`;
  const request = {
    id: "req_1",
    kind: "approval" as const,
    turn_id: "turn_1",
    call_id: "call_1",
    tool: "bash",
    prompt: "May bash run?",
    arguments: JSON.stringify({ command }),
    subject: {
      working_directory: "/workspace/a\rb\n  file: /safe",
      file: { path: "/workspace/c", replaces: null },
    },
    created_at: "2026-01-31T12:00:00.000Z",
    expires_at: "2026-02-01T12:00:00.000Z",
  };
  expect(shownRequest(request).split("\n")).toEqual([
    "? approval: may bash run exactly this?",
    `  arguments: ${JSON.stringify({ command }).replace("\u202E", "⟦U+202E⟧")}`,
    "  working directory: /workspace/a⟦U+000D⟧b⟦U+000A⟧  file: /safe",
    "  file: /workspace/c (new)",
    "  allow by reviewer",
    "",
  ]);
});

test("files that were rolled back are named with the time", () => {
  const lost = { type: "files.rolled_back", ...place, turn_id: "turn_1", seq: 1 } as const;
  expect(shown({ ...lost, published_at: place.at }, { ...lost, published_at: null })).toBe(
    `the files were rolled back to ${place.at}: what was written after that is lost\n` +
      "the files were lost: nothing of them had been published\n",
  );
});

const approval = (id: string): PendingRequest => ({
  ...{ id, kind: "approval", turn_id: "turn_1", call_id: id, tool: "read", prompt: "May read run?" },
  ...{ arguments: `{"path":"${id}"}`, created_at: place.at, expires_at: place.at },
});

test("a question follows its request, and what happens meanwhile is shown after the answer", async () => {
  let told = "";
  const output = {
    out: () => {},
    note: (text: string) => void (told += text),
    columns: 40,
    isTerminal: false,
    canRedraw: false,
  };
  const view = new RunView({ output, showsText: false, now: () => 0 });
  const opened = (id: string, seq: number) =>
    ({ type: "request.opened", ...place, seq, request: approval(id) }) as const;
  view.event(opened("a", 1));
  view.event(opened("b", 2));
  for (const id of ["a", "c"])
    await view.asking(approval(id), async () => {
      told += `ask ${id}\n`;
      view.event({ type: "turn.retrying", ...place, seq: 3, attempt: 1, delay_ms: 0, reason: "busy" });
      await Promise.resolve();
      told += `answered ${id}\n`;
    });
  view.event(opened("d", 4));
  await view.asking(approval("d"), async () => void (told += "ask d\n"));
  view.end();
  const request = (id: string) => ["? approval: may read run exactly this?", `  arguments: {"path":"${id}"}`];
  const retried = "the model call is retried";
  expect(told.split("\n").map((line) => (line.startsWith("the model call") ? retried : line))).toEqual([
    ...request("a"),
    ...request("b"),
    ...[...request("a"), "ask a", "answered a", retried],
    ...[...request("c"), "ask c", "answered c", retried],
    ...[...request("d"), "ask d", ""],
  ]);
});
