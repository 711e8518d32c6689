import { expect, test } from "vitest";
import { readAnswer } from "./provider-models.test-support.ts";
import { chunk, eventStream } from "./replay-server.test-support.ts";

interface Delta {
  readonly index?: number;
  readonly id?: string;
  readonly function: { readonly name?: string; readonly arguments: string };
}

/** The response of an OpenAI-compatible server that streams these deltas. */
async function responseOf(deltas: readonly Delta[], finish: string) {
  const lines = deltas.map((delta) => chunk({ role: "assistant", tool_calls: [delta] }));
  return readAnswer("openai-compatible", eventStream([...lines, chunk({}, finish)]));
}

/** Its calls and its end. */
async function callsOf(deltas: readonly Delta[], finish = "tool_calls") {
  const { parts, error } = await responseOf(deltas, finish);
  expect(error).toBeUndefined();
  return {
    calls: parts.flatMap((part) => (part.type === "tool-call" ? [part] : [])),
    finish: parts.at(-1),
  };
}

const named: Delta = { index: 0, id: "a", function: { name: "bash", arguments: "{}" } };

test("a call without a name is one, alone and beside another", async () => {
  const nameless: Delta = { index: 1, id: "b", function: { name: "", arguments: '{"a":1}' } };
  const written = { call_id: "b", name: "", arguments: '{"a":1}' };
  const alone = await callsOf([nameless]);
  expect(alone.calls).toMatchObject([written]);
  expect(alone.finish).toMatchObject({ type: "finish", reason: "tool-calls" });
  expect((await callsOf([named, nameless])).calls).toMatchObject([{ name: "bash" }, written]);
});

test("a call without a name is one, too, where the server ends with a stop and gives no id", async () => {
  const { calls, finish } = await callsOf([{ index: 0, function: { name: " ", arguments: "{}" } }], "stop");
  expect(calls).toMatchObject([{ name: "", arguments: "{}" }]);
  expect(finish).toMatchObject({ reason: "tool-calls" });
});

test("a call without a name whose arguments come in pieces breaks the response, which may be asked for again", async () => {
  const { error } = await responseOf(
    [
      { index: 0, id: "b", function: { name: "", arguments: '{"a":' } },
      { index: 0, function: { arguments: "1}" } },
    ],
    "tool_calls",
  );
  expect(error).toMatchObject({ retryable: true });
});

test("deltas that repeat a call with an empty name, name it later or say nothing are none of their own", async () => {
  const repeated = await callsOf([
    { ...named, function: { name: "bash", arguments: '{"a":' } },
    { ...named, function: { name: "", arguments: "1}" } },
  ]);
  expect(repeated.calls).toMatchObject([{ call_id: "a", name: "bash", arguments: '{"a":1}' }]);
  const later = await callsOf([{ index: 0, id: "a", function: { name: "", arguments: "" } }, named]);
  expect(later.calls).toMatchObject([{ call_id: "a", name: "bash", arguments: "{}" }]);
  const empty = await callsOf([named, { index: 1, function: { name: "", arguments: "" } }]);
  expect(empty.calls).toMatchObject([{ name: "bash" }]);
});
