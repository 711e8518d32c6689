import type { Parameter, Schema } from "./document-types.ts";

function idOf(prefix: string): Schema {
  return {
    type: "string",
    minLength: 1,
    maxLength: 64,
    pattern: `^${prefix}_[0-9A-Za-z_-]+$`,
    examples: [`${prefix}_01kg9vx5e8m3q7t2w4y6z8a0bc`],
  };
}

interface PathParameter {
  readonly description: string;
  readonly schema: Schema;
}

const WORKSPACE: PathParameter = { description: "The workspace's id.", schema: idOf("ws") };
const REF: Schema = { type: "string", minLength: 1, maxLength: 512 };

const EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** By the segment that stands before the parameter. */
const BY_COLLECTION: Readonly<Record<string, PathParameter>> = {
  workspaces: WORKSPACE,
  sessions: { description: "The session's id.", schema: idOf("ses") },
  turns: { description: "The turn's id.", schema: idOf("turn") },
  requests: { description: "The id of the approval or question.", schema: idOf("req") },
  images: {
    description: "The SHA-256 of the image, as `blob` of the transcript names it.",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$", examples: [EXAMPLE_HASH] },
  },
  outputs: {
    description: "The name of the output's file without `.txt`, as the transcript tells it.",
    schema: idOf("out"),
  },
  "service-tokens": { description: "The token's id.", schema: idOf("tok") },
  webhooks: { description: "The webhook's id.", schema: idOf("whk") },
  deliveries: { description: "The delivery's id.", schema: idOf("whd") },
  prompts: { description: "The prompt's id, or its name, URL-encoded.", schema: REF },
  templates: { description: "The template's id, or its name, URL-encoded.", schema: REF },
  skills: { description: "The skill's id, or its name.", schema: REF },
};

/** A parameter of a path: what it names is said by the segment before it. */
export function pathParameterOf(collection: string, name: string): Parameter {
  const known = BY_COLLECTION[collection] ?? {
    description: "Which one.",
    schema: { type: "string", minLength: 1 },
  };
  return { name, in: "path", required: true, ...known };
}
