import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { isObject, type JsonSchema } from "../runtime/json.ts";

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** A schema of zod, valibot, ArkType or another library that implements Standard Schema (https://standardschema.dev). */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Of libraries that implement Standard JSON Schema. */
    readonly jsonSchema?: unknown;
  };
}

/** What describes the arguments of a tool: a Standard Schema, or a JSON Schema of an object, whose values are not checked. */
export type ToolParameters = StandardSchema | JsonSchema;

/** The arguments that a tool's functions receive. */
export type ToolArguments<Parameters> =
  Parameters extends StandardSchema<infer Output> ? Output : Readonly<Record<string, unknown>>;

/** Arguments as the schema returns them, or why they do not fit. */
export type CheckedArguments =
  { readonly args: unknown; readonly problem?: undefined } | { readonly problem: string };

export const isStandard = (value: unknown): value is StandardSchema =>
  (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;

const isValibot = (schema: StandardSchema): schema is StandardSchema & v.GenericSchema =>
  schema["~standard"].vendor === "valibot";

interface JsonSchemaConverter {
  input(options: { readonly target: string }): Readonly<Record<string, unknown>>;
}

const isConverter = (value: unknown): value is JsonSchemaConverter =>
  typeof value === "object" && value !== null && "input" in value && typeof value.input === "function";

function derived(parameters: ToolParameters, name: string): JsonSchema {
  if (!isStandard(parameters)) return parameters;
  const { vendor, jsonSchema } = parameters["~standard"];
  const target = "draft-2020-12";
  if (isConverter(jsonSchema)) return jsonSchema.input({ target });
  if (isValibot(parameters)) return { ...toJsonSchema(parameters, { target, errorMode: "ignore" }) };
  throw new Error(
    `The parameters of the tool ${name} are a schema of "${vendor}", which has no JSON Schema for it. Pass the JSON Schema as \`schema\`.`,
  );
}

/** The JSON Schema of parameters for the model. Throws an `Error` if there is none, or if it does not describe an object. */
export function jsonSchemaOf(parameters: ToolParameters, name: string): JsonSchema {
  const { $schema, ...schema } = derived(parameters, name);
  if (schema["type"] !== "object")
    throw new Error(
      `The parameters of the tool ${name} do not describe an object: models pass arguments by name.`,
    );
  return schema;
}

function problemOf({ path = [], message }: StandardIssue): string {
  const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
  return `${keys.length === 0 ? "arguments" : keys.join(".")}: ${message}`;
}

/** Checks arguments. Those of a JSON Schema have to be an object: the tool, or who runs it, checks the rest. */
export async function checkArguments(parameters: ToolParameters, value: unknown): Promise<CheckedArguments> {
  if (!isStandard(parameters))
    return isObject(value) ? { args: value } : { problem: "arguments: must be an object" };
  const result = await parameters["~standard"].validate(value);
  return result.issues === undefined
    ? { args: result.value }
    : { problem: result.issues.map(problemOf).join("; ") };
}
