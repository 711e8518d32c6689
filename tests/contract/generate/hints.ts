import fc from "fast-check";
import { PASSWORD } from "../../../packages/http/src/test-api.test-support.ts";
import { Pick } from "./pick.ts";
import type { Hints } from "./schema-arbitrary.ts";

const SESSIONS = "/api/workspaces/{id}/sessions";

export const pickOf = (source: string, member: Pick["member"]): fc.Arbitrary<Pick> =>
  fc.nat({ max: 40 }).map((at) => new Pick(source, member, at));

/** Paths that mostly do not exist yet. */
export const NEW_PATHS: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("new.txt", "src/new.ts", "deep/er/ü ö.md", "x y+z&=%.bin", "東京/a", "a.txt", ".hidden"),
  fc.nat({ max: 500 }).map((number) => `made/${number}.txt`),
);

/** A prompt with its arguments. */
const PROMPT: fc.Arbitrary<unknown> = fc.nat({ max: 40 }).map((at) => ({
  name: new Pick("/api/prompts", "name", at),
  arguments: new Pick("/api/prompts", "arguments", at),
}));

/** The smallest valid images. */
const IMAGES: fc.Arbitrary<unknown> = fc.array(
  fc.constantFrom(
    { data: "iVBORw0KGgo=", media_type: "image/png" },
    { data: "R0lGODlh", media_type: "image/gif" },
  ),
  { maxLength: 2 },
);

/** Tools that the caller runs, with different names. */
const TOOLS: fc.Arbitrary<unknown> = fc.subarray([
  { name: "count", description: "", input_schema: { type: "object" } },
  {
    name: "look_up",
    description: "Looks up a ticket.",
    input_schema: { type: "object", properties: { id: { type: "number" }, any: true }, required: ["id"] },
  },
]);

const SHORT = fc.string({ minLength: 1, maxLength: 40 });

/** Answers to requests. Half of them are decisions, since the requests of the world are approvals. */
const ANSWER: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record(
      { decision: fc.constantFrom("allow", "deny"), note: SHORT },
      { requiredKeys: ["decision"] },
    ),
  },
  fc.dictionary(SHORT, fc.oneof(SHORT, fc.array(SHORT)), { maxKeys: 4 }).map((answers) => ({ answers })),
  fc.jsonValue({ maxDepth: 3 }).map((output) => ({ output })),
  SHORT.map((error) => ({ error })),
);

/** What the times of the test's host know, and what lies in the future of its clock. */
const OF_SCHEDULES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  cron: fc.constantFrom("*/5 * * * *", "* * * * *"),
  timezone: fc.constant("UTC"),
  at: fc.constantFrom("2100-01-01T00:00:00.000Z", "2100-06-30T23:59:59.000Z"),
  ends_at: fc.constantFrom(null, "2101-01-01T00:00:00.000Z"),
  session: fc.constant("new"),
  prompt: PROMPT,
  images: IMAGES,
};

/** Bodies of schedules with one of `cron` and `at`, which no schema says. Some keep both. */
export function oneTimetable(path: string, bodies: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (!path.includes("/schedules")) return bodies;
  return fc.tuple(bodies, fc.constantFrom("cron", "at", "cron", "at", null)).map(([body, left]) => {
    const both = body as Readonly<Record<string, unknown>>;
    if (left === null || both["cron"] === undefined || both["at"] === undefined) return body;
    return Object.fromEntries(Object.entries(both).filter(([name]) => name !== left));
  });
}

/** Outputs that turns have to give. */
const OUTPUTS: fc.Arbitrary<unknown> = fc.constantFrom(
  { schema: {} },
  { schema: { type: "object", properties: { a: { $ref: "#" } } }, max_attempts: 1 },
);

/** The message of items of batches that have no own. */
const BATCH_TURN = { message: "Say so." };

const SNAPSHOTS = "/api/workspaces/{id}/snapshots";

/** Items with different keys, and where they run. */
const OF_BATCHES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  items: fc.uniqueArray(
    fc.record(
      { key: SHORT, message: SHORT.map((text) => `Do ${text}`), output: OUTPUTS },
      { requiredKeys: ["key", "message"] },
    ),
    { minLength: 1, maxLength: 4, selector: ({ key }) => key },
  ),
  // The price of the model is unknown.
  budget: fc.constantFrom({}, { tokens: 10 }, { tokens: 100_000 }, { usd: 2 }),
  defaults: fc.oneof(
    fc.constant({ turn: BATCH_TURN }),
    pickOf("/api/workspaces", "id").map((workspace_id) => ({ workspace_id, turn: BATCH_TURN })),
    pickOf("/api/templates", "name").map((template) => ({ template, turn: BATCH_TURN })),
    pickOf(SNAPSHOTS, "id").map((snapshot_id) => ({ snapshot_id, turn: BATCH_TURN })),
  ),
};

/** What to compare a snapshot with. */
export const AGAINST: fc.Arbitrary<unknown> = fc.oneof(fc.constant("now"), pickOf(SNAPSHOTS, "id"));

/** Where rewinds lead: turns of the session, and snapshots. */
const REWIND: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.oneof(
      pickOf(`${SESSIONS}/{session_id}/turns`, "id").map((to_turn) => ({ to_turn })),
      pickOf(SNAPSHOTS, "id").map((to_snapshot) => ({ to_snapshot })),
    ),
    fc.record(
      {
        restore: fc.constantFrom("both", "files", "transcript"),
        dry_run: fc.boolean(),
        force: fc.boolean(),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  )
  .map(([target, how]) => ({ ...target, ...how }));

/** Sessions that a fork of a workspace copies. */
const COPIED: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom("none", "all"),
  fc.array(pickOf(SESSIONS, "id"), { maxLength: 2 }),
);

/** References to existing things, by the last names of their path in a body. */
const BY_PLACE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  // A turn behind one that waits for a person would not end.
  session_id: fc.nat(99).map((at) => new Pick(SESSIONS, "id", at, "idle")),
  template: pickOf("/api/templates", "name"),
  "workspace_ids.[]": pickOf("/api/workspaces", "id"),
  content_base64: fc.base64String(),
  "skills.[]": pickOf("/api/skills", "name"),
  // The service refuses a wildcard on a public suffix, which no schema says.
  "allow.[]": fc.constantFrom("example.com", "*.example.org", "localhost"),
  snapshot_id: pickOf(SNAPSHOTS, "id"),
  at_message: pickOf("/api/workspaces/{id}/messages?session_id={session_id}", "id"),
  version: fc.constant(1),
  // A code is never right: too few would sign in.
  password: fc.constantFrom(PASSWORD, PASSWORD, PASSWORD, PASSWORD, "wrong horse"),
  tools: TOOLS,
  output: OUTPUTS,
  // A file has to be there.
  attachments: fc.constant([]),
  model: fc.constantFrom(null, "scripted/model"),
  small_model: fc.constantFrom(null, "scripted/model"),
  image: fc.constantFrom(null, "debian:12"),
  permissions: fc.constantFrom({}, { bash: "allow" }, { bash: [{ pattern: "git *", action: "deny" }] }),
  max_cost_usd: fc.constant(null),
  // A config allows more than a call.
  max_steps: fc.integer({ min: 1, max: 100 }),
  max_turn_seconds: fc.integer({ min: 1, max: 3600 }),
};

/** The text of a `SKILL.md`, with the skill's name. */
export const skillText = (name: string): string =>
  `---\nname: ${name}\ndescription: Says how.\n---\nDo it.\n`;

/** Stands for the text of the skill that the path names. */
export const TEXT_OF_REF = new Pick("SKILL.md", "name", 0);

/** Stands for the name in the path. */
export const NAME_OF_REF = new Pick("name in the path", "name", 0);

function skillFiles(path: string): fc.Arbitrary<unknown> {
  const contents = path.includes("{ref}")
    ? fc.constant<unknown>(TEXT_OF_REF)
    : fc.constantFrom("made-1", "named", "other-2").map(skillText);
  const other = { path: "scripts/run.sh", content_base64: "ZWNobyBoaQo=" };
  return fc
    .tuple(contents, fc.boolean())
    .map(([content, isAlone]) => [{ path: "SKILL.md", content }, ...(isAlone ? [] : [other])]);
}

/** Useful values for bodies of an operation: many random ones would be refused. */
export function hintsFor(path: string): Hints {
  return (place) => {
    const last = place.at(-1) ?? "";
    if (path.endsWith("/requests/{request_id}") && place.length === 0) return ANSWER;
    if (path.endsWith("/rewind") && place.length === 0) return REWIND;
    if (path === "/api/workspaces/{id}/fork" && last === "sessions") return COPIED;
    if (path.startsWith("/api/webhooks") && last === "url")
      return fc.constantFrom("https://hooks.example.com/in", "http://127.0.0.1:9/a?b=c");
    const ofSchedules = path.includes("/schedules") ? OF_SCHEDULES[last] : undefined;
    if (ofSchedules !== undefined) return ofSchedules;
    const ofBatches = path === "/api/batches" && place.length === 1 ? OF_BATCHES[last] : undefined;
    if (ofBatches !== undefined) return ofBatches;
    if (path.includes("/agent/") && last === "src") return pickOf(path, "path");
    if (path.includes("/agent/") && last === "dest") return NEW_PATHS;
    if (path.endsWith("{ref}") && last === "name" && place.length === 1) return fc.constant(NAME_OF_REF);
    if (path.startsWith("/api/skills") && last === "files") return skillFiles(path);
    if (path.endsWith("/chat") && last === "prompt") return PROMPT;
    if (path.endsWith("/chat") && last === "images") return IMAGES;
    return BY_PLACE[last] ?? BY_PLACE[place.slice(-2).join(".")] ?? null;
  };
}
