import * as v from "valibot";
import { CallerToolsSchema, type CallerTool } from "./caller-tool.ts";
import { publicSuffixOf } from "./public-suffix.ts";
import { RetentionDaysSchema } from "./retention.ts";
import { shortText, wholeNumber } from "../wire.ts";

const EnvName = v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "must be a variable name"));
const EnvText = v.pipe(v.string(), v.maxLength(32_768), v.regex(/^[^\0]*$/u, "must not hold NUL"));

const EnvInput = v.union([EnvText, v.strictObject({ value: v.optional(EnvText), secret: v.literal(true) })]);
const EnvOutput = v.union([v.string(), v.strictObject({ secret: v.literal(true) })]);

/** Host names and `*.suffix` patterns in ASCII. A pattern must not cover a public suffix. */
const HostPattern = v.pipe(
  v.string(),
  v.maxLength(253),
  v.regex(
    /^(\*\.)?([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\.)*[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?$/,
    "must be a host name, or *. and one",
  ),
  v.check(
    (pattern) => publicSuffixOf(pattern) === null,
    ({ input }) =>
      `must not be *.${publicSuffixOf(input)}: anyone can register a name below this public suffix. Name the hosts`,
  ),
);

export const NetworkSchema = v.union([
  v.picklist(["none", "open"]),
  v.strictObject({ allow: v.pipe(v.array(HostPattern), v.maxLength(256)) }),
]);

const RelativeFolder = v.pipe(
  v.string(),
  v.maxLength(1024),
  v.regex(
    /^(?:(?!\.{1,2}(?:\/|$))[^/\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\0]+)*)?$/u,
    "must be a relative path without empty, . or .. segments",
  ),
);

/** The ranges of a sandbox's fields. */
export const sandboxEntries = {
  image: v.nullable(shortText(255)),
  cpus: v.pipe(v.number(), v.minValue(0.1), v.maxValue(64)),
  memory_mb: wholeNumber(64, 1_048_576),
  disk_mb: wholeNumber(1, 10_485_760),
  network: NetworkSchema,
};

export const SandboxConfigSchema = v.strictObject({
  image: v.optional(sandboxEntries.image, null),
  cpus: v.optional(sandboxEntries.cpus, 1),
  memory_mb: v.optional(sandboxEntries.memory_mb, 1024),
  disk_mb: v.optional(sandboxEntries.disk_mb, 10_240),
  network: v.optional(sandboxEntries.network, "none"),
});

const afsEntries = { access: v.picklist(["none", "read", "write"]), root: RelativeFolder };

export const AfsConfigSchema = v.strictObject({
  access: v.optional(afsEntries.access, "write"),
  root: v.optional(afsEntries.root, ""),
});

const PermissionAction = v.picklist(["allow", "ask", "deny"]);
export const PermissionsSchema = v.record(
  shortText(128),
  v.union([
    PermissionAction,
    v.array(v.strictObject({ pattern: v.pipe(v.string(), v.maxLength(1024)), action: PermissionAction })),
  ]),
);

const Count = wholeNumber(1, Number.MAX_SAFE_INTEGER);
/** The ranges of limits. */
export const limitEntries = {
  max_steps: wholeNumber(1, 100_000),
  max_turn_seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(604_800)),
  max_input_tokens: v.nullable(Count),
  max_output_tokens: v.nullable(Count),
  max_cost_usd: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000))),
};

export const LimitsSchema = v.strictObject({
  max_steps: v.optional(limitEntries.max_steps, 100),
  max_turn_seconds: v.optional(limitEntries.max_turn_seconds, 3600),
  max_input_tokens: v.optional(limitEntries.max_input_tokens, null),
  max_output_tokens: v.optional(limitEntries.max_output_tokens, null),
  max_cost_usd: v.optional(limitEntries.max_cost_usd, null),
});
export type Limits = v.InferOutput<typeof LimitsSchema>;

/** The limits of one chat call. They can only lower those of the workspace. */
export const LimitsOverrideSchema = v.partial(v.strictObject(limitEntries));
export type LimitsOverride = v.InferOutput<typeof LimitsOverrideSchema>;

/** For how many days something stays. */
const retentionEntries = {
  sessions_days: RetentionDaysSchema,
  snapshots_days: RetentionDaysSchema,
  outputs_days: RetentionDaysSchema,
};

const RetentionSchema = v.strictObject({
  sessions_days: v.optional(retentionEntries.sessions_days, null),
  snapshots_days: v.optional(retentionEntries.snapshots_days, null),
  outputs_days: v.optional(retentionEntries.outputs_days, null),
});

const snapshotEntries = {
  auto: v.pipe(v.boolean(), v.description("Take a snapshot before the first call of a turn that can write.")),
  keep: v.pipe(wholeNumber(1, 10_000), v.description("How many automatic ones stay. The oldest go first.")),
  max_mb: v.pipe(
    wholeNumber(1, 10_485_760),
    v.description("What all snapshots together may store, in MiB: beyond it, the oldest automatic ones go."),
  ),
  ignored: v.pipe(v.boolean(), v.description("Cover ignored files too, such as `node_modules`.")),
};

const SnapshotsConfigSchema = v.strictObject({
  auto: v.optional(snapshotEntries.auto, true),
  keep: v.optional(snapshotEntries.keep, 50),
  max_mb: v.optional(snapshotEntries.max_mb, 2_048),
  ignored: v.optional(snapshotEntries.ignored, false),
});
export type SnapshotsConfig = v.InferOutput<typeof SnapshotsConfigSchema>;

const ModelReference = shortText(255);
const SkillName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be a skill name"),
  v.maxLength(128),
);

/** Headers of the connection and the protocol. Another value would break them, or address another host. */
const OWN_HEADERS =
  "accept|connection|content-length|content-type|expect|host|keep-alive|last-event-id|te|trailer|transfer-encoding|upgrade";
const OWN_PREFIXES = "mcp-|proxy-";
/** Without the `i` flag, which JSON Schema does not support. */
const inAnyCase = (words: string) =>
  words.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
const HeaderName = v.pipe(
  v.string(),
  v.maxLength(128),
  v.regex(
    new RegExp(`^(?!(?:${inAnyCase(OWN_HEADERS)})$|(?:${inAnyCase(OWN_PREFIXES)}))[A-Za-z0-9-]+$`),
    "must be a header name that the connection and the protocol do not use",
  ),
);
const HeaderText = v.pipe(
  v.string(),
  v.maxLength(8192),
  v.regex(/^[\t -~]*$/, "must be printable ASCII characters"),
);
const HeaderInput = v.union([
  HeaderText,
  v.strictObject({ value: v.optional(HeaderText), secret: v.literal(true) }),
]);
const HeaderOutput = v.union([v.string(), v.strictObject({ secret: v.literal(true) })]);

const MAX_HEADERS = 64;
const MAX_SERVERS = 32;

const mcpServerEntries = {
  url: v.pipe(
    v.string(),
    v.url(),
    v.maxLength(2048),
    // `v.url` accepts line breaks and any scheme. These are the characters of RFC 3986. A password would be visible in the config.
    v.regex(
      /^https?:\/\/[\w.~:[\]%-]+(?:[/?#][\w.~:/?#[\]@!$&'()*+,;=%-]*)?$/,
      "must be an http or https address, without a user name or password",
    ),
  ),
  headers: v.pipe(v.record(HeaderName, HeaderInput), v.maxEntries(MAX_HEADERS)),
};
const McpServerName = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,31}$/));
const McpServerSchema = v.strictObject({
  ...mcpServerEntries,
  headers: v.optional(mcpServerEntries.headers, {}),
});
const McpServerOutput = v.strictObject({ url: v.string(), headers: v.record(v.string(), HeaderOutput) });

const fields = {
  model: v.nullable(ModelReference),
  small_model: v.nullable(ModelReference),
  system_prompt: v.pipe(v.string(), v.maxLength(262_144)),
  skills: v.pipe(v.array(SkillName), v.maxLength(256)),
  env: v.record(EnvName, EnvInput),
  sandbox: SandboxConfigSchema,
  afs: AfsConfigSchema,
  permissions: PermissionsSchema,
  limits: LimitsSchema,
  compaction: v.strictObject({ enabled: v.optional(v.boolean(), true) }),
  retention: RetentionSchema,
  snapshots: SnapshotsConfigSchema,
  mcp_servers: v.pipe(v.record(McpServerName, McpServerSchema), v.maxEntries(MAX_SERVERS)),
  tools: v.pipe(
    CallerToolsSchema,
    v.description("Tools that callers run, in every session of the workspace, subagents included."),
  ),
};

/** A complete config for PUT. Omitted fields get their defaults. */
export const ConfigInputSchema = v.strictObject({
  model: v.optional(fields.model, null),
  small_model: v.optional(fields.small_model, null),
  system_prompt: v.optional(fields.system_prompt, ""),
  skills: v.optional(fields.skills, []),
  env: v.optional(fields.env, {}),
  sandbox: v.optional(fields.sandbox, {}),
  afs: v.optional(fields.afs, {}),
  permissions: v.optional(fields.permissions, {}),
  limits: v.optional(fields.limits, {}),
  compaction: v.optional(fields.compaction, {}),
  retention: v.optional(fields.retention, {}),
  snapshots: v.optional(fields.snapshots, {}),
  mcp_servers: v.optional(fields.mcp_servers, {}),
  tools: v.optional(fields.tools, []),
});
export type ConfigInput = v.InferOutput<typeof ConfigInputSchema>;

/**
 * The fields that POST /api/workspaces applies on top of the template's config or the defaults. Adds no defaults at any depth, so that
 * omitted fields stay recognizable.
 */
export const ConfigOverlaySchema = v.partial(
  v.strictObject({
    ...fields,
    sandbox: v.partial(v.strictObject(sandboxEntries)),
    afs: v.partial(v.strictObject(afsEntries)),
    limits: LimitsOverrideSchema,
    compaction: v.partial(v.strictObject({ enabled: v.boolean() })),
    retention: v.partial(v.strictObject(retentionEntries)),
    snapshots: v.partial(v.strictObject(snapshotEntries)),
    mcp_servers: v.pipe(
      v.record(
        McpServerName,
        v.strictObject({ ...mcpServerEntries, headers: v.optional(mcpServerEntries.headers) }),
      ),
      v.maxEntries(MAX_SERVERS),
    ),
  }),
);
export type ConfigOverlay = v.InferOutput<typeof ConfigOverlaySchema>;

/** A config in answers. Secrets have names and no values. */
export const ConfigSchema = v.strictObject({
  ...fields,
  env: v.record(v.string(), EnvOutput),
  mcp_servers: v.record(v.string(), McpServerOutput),
});
export type Config = v.InferOutput<typeof ConfigSchema>;

/** A text, or a secret sealed with the host's key. `replaced`: its sealed earlier values, the newest first, which are stored only for redaction. */
export type StoredValue =
  string | { readonly secret: true; readonly sealed: string; readonly replaced?: readonly string[] };
export type StoredValues = Readonly<Record<string, StoredValue>>;

export interface StoredMcpServer {
  readonly url: string;
  readonly headers: StoredValues;
}

/** The settings of snapshots; the defaults for a config of an older version. */
export const snapshotsOf = ({ snapshots }: Pick<StoredConfig, "snapshots">): SnapshotsConfig =>
  snapshots ?? v.parse(SnapshotsConfigSchema, {});

/** A stored config, with sealed secrets. */
export interface StoredConfig extends Omit<
  ConfigInput,
  "env" | "mcp_servers" | "tools" | "retention" | "snapshots"
> {
  readonly env: StoredValues;
  readonly mcp_servers: Readonly<Record<string, StoredMcpServer>>;
  /** Absent in configs of older versions. */
  readonly tools?: readonly CallerTool[];
  /** Absent in configs of older versions. */
  readonly retention?: Partial<ConfigInput["retention"]>;
  /** Absent in configs of older versions. */
  readonly snapshots?: SnapshotsConfig;
}
