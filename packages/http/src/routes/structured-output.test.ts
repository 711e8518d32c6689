import type { OutputSchemas } from "@workspace-agent/core/ports";
import { expect, test } from "vitest";
import { parseEvents } from "../sse-reader.test-support.ts";
import { testApi } from "../test-api.test-support.ts";

/** Takes objects only; refuses a schema with a pattern. */
const outputSchemas: OutputSchemas = {
  compile: (schema) =>
    "pattern" in schema
      ? { type: "refused", problems: [{ pointer: "#/pattern", detail: "The pattern is too costly." }] }
      : {
          type: "compiled",
          validate: (value) =>
            typeof value === "object" ? [] : [{ pointer: "#", detail: "must be object" }],
        },
};
const schema = { type: "object" };
const submit = { name: "submit_output", arguments: { total: 3 } };

const apiOf = (script: Parameters<typeof testApi>[0]) => testApi({ ...script, service: { outputSchemas } });

test("a synchronous chat and the turn have the output", async () => {
  await using api = await apiOf({ script: () => ({ toolCalls: [submit] }) });
  const { id } = await api.createWorkspace();
  const answer = await api.chat(id, { message: "Add", output: { schema } });
  const output = { output: { total: 3 }, output_attempts: 1 };
  expect(answer.json).toMatchObject({ status: "completed", ...output });
  const { session_id, turn_id } = answer.as();
  const path = `/api/workspaces/${id}/sessions/${session_id}`;
  expect((await api.call("GET", `${path}/turns/${turn_id}`)).json).toMatchObject(output);
  const [listed] = (await api.call("GET", `${path}/turns`)).json as readonly object[];
  expect(listed).toMatchObject({ output_attempts: 1 });
  expect(listed).not.toHaveProperty("output");
  expect((await api.call("GET", path)).json).toMatchObject({ last_turn: { output_attempts: 1 } });
});

test("the stream ends with the output, or with what is wrong about it", async () => {
  await using api = await apiOf({
    script: ({ messages }) =>
      JSON.stringify(messages).includes("Fail") ? { text: "3" } : { toolCalls: [submit] },
  });
  const { id } = await api.createWorkspace();
  const endOf = async (message: string) => {
    const response = await api.fetch("POST", `/api/workspaces/${id}/chat`, {
      json: { message, output: { schema } },
    });
    return parseEvents(await response.text()).events.at(-1)?.data;
  };
  expect(await endOf("Add")).toMatchObject({ type: "turn.ended", turn: { output: { total: 3 } } });
  expect(await endOf("Fail")).toMatchObject({
    turn: {
      status: "failed",
      stop_reason: "output_invalid",
      error: { code: "output_invalid", errors: [{ pointer: "#", detail: "must be object" }] },
    },
  });
});

test("a schema that cannot be used is refused with its places", async () => {
  await using api = await apiOf({});
  const { id } = await api.createWorkspace();
  const chat = (output: unknown) => api.chat(id, { message: "Add", mode: "async", output });
  expect((await chat({ schema: { pattern: "(a+)+" } })).json).toMatchObject({
    status: 400,
    code: "invalid_request",
    errors: [{ pointer: "#/output/schema/pattern", detail: "The pattern is too costly." }],
  });
  expect((await chat({ schema: "text" })).json).toMatchObject({ errors: [{ pointer: "#/output/schema" }] });
  expect((await chat({})).json).toMatchObject({ errors: [{ pointer: "#/output/schema" }] });
});

test("an attachment that is no file is refused with its place", async () => {
  await using api = await apiOf({});
  const { id } = await api.createWorkspace();
  const chat = (path: string) => api.chat(id, { message: "Look", mode: "async", attachments: [{ path }] });
  expect((await chat("none.txt")).json).toMatchObject({
    status: 404,
    code: "not_found",
    errors: [{ pointer: "#/attachments/0/path" }],
  });
  expect((await chat("../etc/passwd")).json).toMatchObject({ status: 400, code: "invalid_path" });
});
