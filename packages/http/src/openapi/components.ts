import * as core from "@workspace-agent/core/schemas";
import type * as v from "valibot";
import { ErrorCodeSchema, FieldErrorSchema, ProblemSchema } from "../answer/problem-schema.ts";
import { PrincipalSchema } from "../routes/credentials.ts";
import { ErrorCodeEntrySchema } from "../routes/docs.ts";
import { LivenessSchema, ReadinessSchema } from "../routes/health.ts";
import { BulkAnswerSchema } from "../routes/library/bulk.ts";
import { StreamedEventSchema, SyncSchema } from "../streams/event-schema.ts";
import { SCHEMA_NOTES } from "./schema-notes.ts";

const SCHEMAS: Readonly<Record<string, unknown>> = {
  ...core,
  BulkAnswerSchema,
  ErrorCodeEntrySchema,
  ErrorCodeSchema,
  FieldErrorSchema,
  LivenessSchema,
  PrincipalSchema,
  ProblemSchema,
  ReadinessSchema,
  StreamedEventSchema,
  SyncSchema,
};

function schemaNamed(name: string): v.GenericSchema {
  const schema = SCHEMAS[`${name}Schema`];
  if (schema === undefined) throw new Error(`There is no schema ${name}Schema.`);
  return schema as v.GenericSchema;
}

/** The named schemas of the document: those with a note. Every use of the same schema object becomes a reference. */
export const NAMED_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  Object.keys(SCHEMA_NOTES).map((name) => [name, schemaNamed(name)]),
);
