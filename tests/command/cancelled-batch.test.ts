import { expect, onTestFinished, test, vi } from "vitest";
import { followBatch } from "../../packages/cli/src/follow-batch.ts";
import { createClient } from "../../packages/client/src/index.ts";
import { until } from "../../packages/http/src/until.test-support.ts";
import { fileOf } from "../new-folder.test-support.ts";

/** An instance with a batch that runs until it is cancelled, which the first request does not achieve. */
function instance() {
  const counts = { queued: 0, running: 1, succeeded: 0, failed: 0, cancelled: 0 };
  const batch = { id: "bat_1", status: "running", stop_reason: null, counts, usage: { cost_usd: null } };
  const cancelled = Promise.withResolvers<undefined>();
  let cancels = 0;
  const client = createClient({
    baseUrl: "http://127.0.0.1:8787",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/results")) {
        const results = new ReadableStream({
          async pull(controller) {
            await cancelled.promise;
            controller.close();
          },
        });
        return new Response(results);
      }
      await request.text();
      if (!pathname.endsWith("/cancel"))
        return Response.json({ ...batch, ended_at: cancels < 2 ? null : "2026-01-31T12:00:00.000Z", counts });
      cancels += 1;
      if (cancels === 1) return new Response(null, { status: 503 });
      cancelled.resolve(undefined);
      counts.running = 0;
      return Response.json(batch);
    },
  });
  return { client, cancels: () => cancels };
}

test("a cancel that the instance refuses for the moment is sent again", async () => {
  const file = await fileOf('{"key":"a","message":"Go."}\n');
  const { client, cancels } = instance();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let notes = "";
  const output = {
    out: () => undefined,
    note: (text: string) => void (notes += text),
    isTerminal: false,
    canRedraw: false,
    columns: 80,
  };
  const options = { file, head: { defaults: {} }, key: undefined, isDetached: false };
  const following = followBatch(client, options, { output });
  await until(() => notes.includes("· 1 items"));
  process.emit("SIGINT");
  await until(async () => {
    await vi.advanceTimersByTimeAsync(100);
    return cancels() === 2 || notes.includes("could not be cancelled");
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([await following, cancels()]).toEqual([130, 2]);
});
