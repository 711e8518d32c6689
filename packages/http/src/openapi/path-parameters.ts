import type { Parameter, Schema } from "../openapi-document.ts";

function idOf(prefix: string): Schema {
  return {
    type: "string",
    minLength: 1,
    maxLength: 64,
    pattern: `^${prefix}_[0-9A-Za-z_-]+$`,
    examples: [`${prefix}_01kg9vx5e8m3q7t2w4y6z8a0bc`],
  };
}

const REF: Schema = { type: "string", minLength: 1, maxLength: 512 };

const EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** By the path segment before the parameter. */
const BY_COLLECTION: Readonly<Record<string, Pick<Parameter, "description" | "schema">>> = {
  workspaces: { description: "The id of the workspace.", schema: idOf("ws") },
  sessions: { description: "The id of the session.", schema: idOf("ses") },
  turns: { description: "The id of the turn.", schema: idOf("turn") },
  requests: { description: "The id of the approval or question.", schema: idOf("req") },
  images: {
    description: "The SHA-256 of the image: `blob` in the transcript.",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$", examples: [EXAMPLE_HASH] },
  },
  outputs: {
    description: "The file name of the output without `.txt`, as in the transcript.",
    schema: idOf("out"),
  },
  "service-tokens": { description: "The id of the token.", schema: idOf("tok") },
  schedules: { description: "The id of the schedule.", schema: idOf("sch") },
  batches: { description: "The id of the batch.", schema: idOf("bat") },
  snapshots: { description: "The id of the snapshot.", schema: idOf("snp") },
  webhooks: { description: "The id of the webhook.", schema: idOf("whk") },
  deliveries: { description: "The id of the delivery.", schema: idOf("whd") },
  prompts: { description: "The id or the URL-encoded name of the prompt.", schema: REF },
  templates: { description: "The id or the URL-encoded name of the template.", schema: REF },
  skills: { description: "The id or the name of the skill.", schema: REF },
};

/** A path parameter, described by the path segment before it. */
export function pathParameterOf(collection: string, name: string): Parameter {
  const known = BY_COLLECTION[collection] ?? {
    description: "The id.",
    schema: { type: "string", minLength: 1 },
  };
  return { name, in: "path", required: true, ...known };
}
