import { describe, expect, it } from "vitest";
import type { Model, ModelPart } from "../../ports/model.ts";
import { assertValidPrompt } from "../prompt/valid-prompt.test-support.ts";
import { testHost, until } from "../../test-host.test-support.ts";
import { sizeOf } from "./compaction.test-support.ts";

const WINDOW = 32_000;
const STEPS = 5_000;
const finish = (input: number, reason: "stop" | "tool-calls"): ModelPart => ({
  type: "finish",
  reason,
  usage: { input_tokens: input, output_tokens: 40, cache_read_tokens: 0, cache_write_tokens: 0 },
});

/** A model that works through a list of files, step by step, and keeps nothing of what it was asked. */
function tirelessModel(window: number) {
  const seen = { steps: 0, largest: 0, summaries: 0, stepMs: new Float64Array(STEPS + 1) };
  let last = performance.now();
  const model: Model = {
    reference: "tireless/model",
    context_window: window,
    async *stream(request) {
      const asked = performance.now();
      await Promise.resolve();
      const size = sizeOf(request);
      if (request.system.startsWith("You summarize")) {
        seen.summaries += 1;
        yield { type: "text-delta", block: "t", text: `Goal: all files. Done: up to ${seen.steps}.` };
        yield finish(size, "stop");
        last = performance.now();
        return;
      }
      seen.stepMs[seen.steps] = asked - last;
      seen.largest = Math.max(seen.largest, size);
      if (seen.steps % 250 === 0) assertValidPrompt(request.messages);
      last = performance.now();
      if (request.tools.length === 0 || seen.steps === STEPS - 1) {
        seen.steps += 1;
        yield { type: "text-delta", block: "t", text: "All files are done." };
        yield finish(size, "stop");
        return;
      }
      seen.steps += 1;
      const id = `call_${seen.steps}`;
      const text = JSON.stringify({ command: `check file-${seen.steps}.ts` });
      yield { type: "tool-call", block: id, call_id: id, name: "bash", arguments: text };
      yield finish(size, "tool-calls");
    },
  };
  return { model, seen };
}

const median = (times: Float64Array) => times.toSorted()[Math.floor(times.length / 2)] ?? 0;

describe("a session of 5,000 steps", () => {
  it(
    "runs to its end on a window of 32,000 tokens, each prompt within it",
    { timeout: 600_000 },
    async () => {
      const { model, seen } = tirelessModel(WINDOW);
      await using host = await testHost({
        script: [],
        command: ({ command }) => ({ stdout: `${command}: fine, with some words about it\n`.repeat(8) }),
        config: { limits: { max_steps: 6_000 } },
        service: { models: { default: model.reference, resolve: () => model } },
      });
      const begun = performance.now();
      const { session_id } = await host.send("Check all the files.");
      await until(async () => (await host.session(session_id)).status === "idle", 590);
      const seconds = (performance.now() - begun) / 1000;

      expect((await host.session(session_id)).last_turn).toMatchObject({
        stop_reason: "end_turn",
        stats: { steps: STEPS, tool_calls: STEPS - 1 },
      });
      expect(seen.largest).toBeLessThanOrEqual(WINDOW - WINDOW / 2 + 1_000);
      expect(seen.summaries).toBeGreaterThan(10);
      const times = [100, 1_000, 2_500, 4_500].map((from) => median(seen.stepMs.slice(from, from + 400)));
      console.info(
        `5,000 steps in ${seconds.toFixed(1)} s, ${seen.summaries} summaries, largest prompt ${seen.largest} tokens, ` +
          `median ms a step at 100, 1,000, 2,500, 4,500: ${times.map((ms) => ms.toFixed(2)).join(", ")}`,
      );
    },
  );
});
