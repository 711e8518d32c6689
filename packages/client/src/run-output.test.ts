import type { OutputSchemas } from "@workspace-agent/core/ports";
import { expect, expectTypeOf, test } from "vitest";
import type { OutputSchema, StandardSchema } from "./index.ts";
import { clientOf, testApi } from "./test-client.test-support.ts";

interface Sum {
  readonly sum: number;
}

/** What a schema says about itself reaches the service as it is; this one checks nothing else. */
const asked: unknown[] = [];
const outputSchemas: OutputSchemas = {
  compile: (schema) => {
    asked.push(schema);
    return {
      type: "compiled",
      validate: (value) => (typeof value === "object" ? [] : [{ pointer: "#", detail: "must be object" }]),
    };
  },
};
const jsonSchema = { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] };

/** As zod and others make them. */
const sumSchema = (validate: StandardSchema<Sum>["~standard"]["validate"]): StandardSchema<Sum> => ({
  "~standard": {
    version: 1,
    vendor: "test",
    validate,
    jsonSchema: { input: ({ target }: { readonly target: string }) => ({ ...jsonSchema, $comment: target }) },
  },
});

const submitting = (given: object) => () => ({ toolCalls: [{ name: "submit_output", arguments: given }] });

test("a run with a Standard Schema returns what the schema makes of the output, with its type", async () => {
  await using api = await testApi(submitting({ sum: 3 }), { outputSchemas });
  const { id } = await api.createWorkspace();
  const schema = sumSchema((value) => ({ value: { sum: (value as Sum).sum * 2 } }));
  const result = await clientOf(api).run(id, "Add.", { output: schema, outputAttempts: 1 });
  expectTypeOf(result.output).toEqualTypeOf<Sum | undefined>();
  expect(result).toMatchObject({ output: { sum: 6 }, turn: { status: "completed", output_attempts: 1 } });
  expect(asked).toContainEqual({ ...jsonSchema, $comment: "draft-2020-12" });
});

test("a run with a JSON Schema returns the output as it is, of the type that its caller names", async () => {
  await using api = await testApi(submitting({ sum: 3 }), { outputSchemas });
  const { id } = await api.createWorkspace();
  const client = clientOf(api);
  const named = await client.run<Sum>(id, "Add.", { output: jsonSchema });
  expectTypeOf(named.output).toEqualTypeOf<Sum | undefined>();
  expect(named.output).toEqual({ sum: 3 });
  const unnamed = await client.run(id, "Add.", { output: jsonSchema });
  expectTypeOf(unnamed.output).toEqualTypeOf<unknown>();
});

test("a run whose turn gives no output has none, and says why", async () => {
  await using api = await testApi(() => ({ text: "No." }), { outputSchemas });
  const { id } = await api.createWorkspace();
  const { output, turn, text } = await clientOf(api).run(id, "Add.", { output: jsonSchema });
  expect(output).toBeUndefined();
  expect(turn).toMatchObject({
    status: "failed",
    stop_reason: "output_invalid",
    error: { errors: [{ pointer: "#", detail: "is not JSON" }] },
  });
  expect(text).toBe("No.");
});

test("a run rejects an output that meets the JSON Schema but not the schema itself", async () => {
  await using api = await testApi(submitting({ sum: 3 }), { outputSchemas });
  const { id } = await api.createWorkspace();
  const schema = sumSchema(() => ({ issues: [{ message: "The sum has to be even." }] }));
  await expect(clientOf(api).run(id, "Add.", { output: schema })).rejects.toThrow("The sum has to be even.");
});

test("a schema without a JSON Schema is refused before anything is sent", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace();
  const schema: OutputSchema<Sum> = {
    "~standard": { version: 1, vendor: "plain", validate: (value) => ({ value: value as Sum }) },
  };
  await expect(clientOf(api).run(id, "Add.", { output: schema })).rejects.toThrow(
    /"plain" has no JSON Schema/,
  );
});
