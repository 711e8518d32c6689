import { createClient } from "@workspace-agent/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { interruptTurn } from "./interrupt-turn.ts";

/** Interrupts a turn, of which the instance answers `removed` to a DELETE and `ended_at`; gives the methods that were sent. */
async function sentFor(removed: Response, ended_at: string | null, sent: string[] = []) {
  const turn = { session_id: "ses_1", turn_id: "turn_1" };
  const client = createClient({
    baseUrl: "http://127.0.0.1:8787",
    fetch: async (request) => {
      sent.push(request.method);
      if (request.method === "DELETE") return removed.clone();
      return Response.json(request.method === "GET" ? { ended_at } : { interrupted: true });
    },
  });
  await interruptTurn(client, "ws_1", turn, new AbortController().signal).catch(() => sent.push("failed"));
  return sent;
}

const refusal = (status: number, code: string) =>
  Response.json(
    {
      type: "about:blank",
      title: "Refused",
      status,
      code,
      detail: "No.",
      request_id: "req_1",
      retryable: false,
    },
    { status, headers: { "Content-Type": "application/problem+json" } },
  );

test("a queued turn is withdrawn", async () => {
  expect(await sentFor(new Response(null, { status: 204 }), null)).toEqual(["DELETE"]);
});

test("a turn that has started is interrupted, one that has ended is not", async () => {
  expect(await sentFor(refusal(409, "session_busy"), null)).toEqual(["DELETE", "GET", "POST"]);
  expect(await sentFor(refusal(409, "session_busy"), "2026-01-31T12:00:00.000Z")).toEqual(["DELETE", "GET"]);
});

test("any other refusal is reported", async () => {
  expect(await sentFor(refusal(404, "not_found"), null)).toEqual(["DELETE", "failed"]);
});

test("a refusal for the moment is not the end: it is tried again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const sent: string[] = [];
  const failing = sentFor(refusal(503, "overloaded"), null, sent);
  while (!sent.includes("failed")) await vi.advanceTimersByTimeAsync(1000);
  expect(await failing).toEqual([...Array.from({ length: 6 }, () => "DELETE"), "failed"]);
});
