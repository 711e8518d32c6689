import type { Turn } from "./schemas.ts";

interface StandardIssue {
  readonly message: string;
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

/** A JSON Schema of draft 2020-12. */
export type JsonSchema = { readonly [key: string]: unknown };

/** What describes the output of a turn: a Standard Schema with its JSON Schema, or a JSON Schema. */
export type OutputSchema<Output = unknown> = StandardSchema<Output> | JsonSchema;

interface Converter {
  input(options: { readonly target: string }): JsonSchema;
}

const isConverter = (value: unknown): value is Converter =>
  typeof value === "object" && value !== null && "input" in value && typeof value.input === "function";

function isStandard<Output>(schema: OutputSchema<Output>): schema is StandardSchema<Output> {
  return "~standard" in schema;
}

/** The JSON Schema of an output. Throws a `TypeError` for a schema of a library that has none. */
export function jsonSchemaOf(schema: OutputSchema): JsonSchema {
  if (!isStandard(schema)) return schema;
  const { vendor, jsonSchema } = schema["~standard"];
  if (isConverter(jsonSchema)) return jsonSchema.input({ target: "draft-2020-12" });
  throw new TypeError(
    `The schema of "${vendor}" has no JSON Schema. Pass one that implements Standard JSON Schema (of valibot: toStandardJsonSchema of @valibot/to-json-schema), or the JSON Schema itself.`,
  );
}

/** The output of a turn as its schema returns it; undefined if the turn has none. Throws an `Error` if it does not pass checks that JSON Schema cannot express. */
export async function outputOf<Output>(
  schema: OutputSchema<Output> | undefined,
  { id, output }: Turn,
): Promise<Output | undefined> {
  if (output === undefined || schema === undefined || !isStandard(schema))
    return output as Output | undefined;
  const result = await schema["~standard"].validate(output);
  if (result.issues === undefined) return result.value;
  const issues = result.issues.map(({ message }) => message).join("; ");
  throw new Error(`The output of turn ${id} meets its JSON Schema, but not the schema itself: ${issues}`);
}
