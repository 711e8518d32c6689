import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import { unpricedLimit } from "./cost-limits.ts";
import type { SandboxCapabilities } from "../ports/sandbox.ts";
import { validateBody } from "../domain/validation/validate-body.ts";
import { ConfigInputSchema, type ConfigInput, type ConfigOverlay } from "../domain/workspaces/config.ts";
import { actorOf } from "../domain/principals/actor.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Policy, PolicySubject } from "../ports/policy.ts";

export function subjectOf(principal: Principal): PolicySubject {
  return { tenant: principal.tenant, principal: actorOf(principal) };
}

/** Kinds of access to the shared volume, from less to more. */
export const AFS_RANK = { none: 0, read: 1, write: 2 } as const;

const MAX_TURN_SECONDS = 14_400;

/** The longest time of a turn on a host, in seconds. */
export const maxTurnSeconds = ({ max_turn_seconds = MAX_TURN_SECONDS }: Policy) => max_turn_seconds;

type Refuse = (field: string, bound: string) => never;

function refusing(at: readonly string[]): Refuse {
  return (field, bound) => {
    throw new DomainError("not_allowed", `${field}: ${bound}`, {
      errors: [{ pointer: toPointer([...at, ...field.split(".")]), detail: bound }],
    });
  };
}

function checkSandbox(
  policy: Policy,
  sandbox: ConfigInput["sandbox"],
  capabilities: SandboxCapabilities,
  refuse: Refuse,
): void {
  const { image, network, cpus, memory_mb, disk_mb } = sandbox;
  if (image !== null && !policy.images?.includes(image)) {
    refuse(
      "sandbox.image",
      policy.images?.length
        ? `this host allows ${policy.images.join(", ")}`
        : "this host lets nobody choose an image",
    );
  }
  const form = typeof network === "string" ? network : "allow";
  const forms = new Set(["none", ...(policy.network ?? [])]);
  if (!forms.has(form)) refuse("sandbox.network", `this host allows ${[...forms].join(", ")}`);
  if (form !== "none" && !capabilities.network)
    refuse("sandbox.network", "this host's sandbox has no network");
  if (policy.cpus !== undefined && cpus > policy.cpus)
    refuse("sandbox.cpus", `at most ${policy.cpus} on this host`);
  if (policy.memory_mb !== undefined && memory_mb > policy.memory_mb)
    refuse("sandbox.memory_mb", `at most ${policy.memory_mb} on this host`);
  if (policy.disk_mb !== undefined && disk_mb > policy.disk_mb)
    refuse("sandbox.disk_mb", `at most ${policy.disk_mb} on this host`);
}

function isOneOf(patterns: readonly string[], hostname: string): boolean {
  return patterns.some((pattern) => {
    const wanted = pattern.toLowerCase();
    return wanted.startsWith("*.") ? hostname.endsWith(wanted.slice(1)) : hostname === wanted;
  });
}

/** Whether agents may be connected to the MCP server at an address. */
export function allowsServer({ mcp_servers = false }: Policy, url: string): boolean {
  return typeof mcp_servers === "boolean" ? mcp_servers : isOneOf(mcp_servers, new URL(url).hostname);
}

function checkServers(
  policy: Policy,
  servers: ConfigInput["mcp_servers"],
  ownNames: readonly string[] | null,
  refuse: Refuse,
): void {
  const named = Object.entries(servers);
  const allowed = policy.mcp_servers ?? false;
  if (named.length > 0 && (allowed === false || ownNames === null))
    refuse("mcp_servers", "this host allows none");
  for (const [name, { url }] of named) {
    if (ownNames?.includes(name)) refuse(`mcp_servers.${name}`, "this host has a server of that name");
    if (typeof allowed !== "boolean" && !allowsServer(policy, url))
      refuse(`mcp_servers.${name}.url`, `this host allows ${allowed.join(", ")}`);
  }
}

/**
 * A config with defaults for omitted fields, each reduced to the host's limit: a small host has small
 * workspaces. Throws `invalid_request` for fields of older templates that are no longer valid.
 */
export function withDefaults(policy: Policy, named: ConfigOverlay): ConfigInput {
  const config = validateBody(ConfigInputSchema, named);
  const lowered = (field: "cpus" | "memory_mb" | "disk_mb") =>
    named.sandbox?.[field] ?? Math.min(config.sandbox[field], policy[field] ?? Infinity);
  const most = policy.afs ?? "write";
  const access = AFS_RANK[config.afs.access] > AFS_RANK[most] ? most : config.afs.access;
  return {
    ...config,
    sandbox: {
      ...config.sandbox,
      cpus: lowered("cpus"),
      memory_mb: lowered("memory_mb"),
      disk_mb: lowered("disk_mb"),
    },
    afs: { ...config.afs, access: named.afs?.access ?? access },
    limits: {
      ...config.limits,
      max_turn_seconds:
        named.limits?.max_turn_seconds ?? Math.min(config.limits.max_turn_seconds, maxTurnSeconds(policy)),
    },
  };
}

/** Throws `not_allowed`, with the field, for a config beyond the host's policy or capabilities. `at` is the config's path in the body. */
export function checkPolicy(
  policy: Policy,
  config: ConfigInput,
  host: {
    readonly capabilities: SandboxCapabilities;
    hasModel(reference: string): boolean;
    /** The names of the MCP servers that the host runs itself. Null: it cannot connect to any server. */
    readonly mcpProcesses: readonly string[] | null;
    /** The models of the config without a known price, including the default model. */
    unpriced(config: ConfigInput): readonly string[];
    /** The maximum turn time of the current config. It may stay above the limit, which applies to each turn anyway. */
    readonly max_turn_seconds?: number | undefined;
  },
  at: readonly string[] = [],
): void {
  const refuse: Refuse = refusing(at);
  checkSandbox(policy, config.sandbox, host.capabilities, refuse);
  const afs = policy.afs ?? "write";
  if (AFS_RANK[config.afs.access] > AFS_RANK[afs]) refuse("afs.access", `at most ${afs} on this host`);
  const { max_turn_seconds } = config.limits;
  if (max_turn_seconds > maxTurnSeconds(policy) && max_turn_seconds !== host.max_turn_seconds)
    refuse("limits.max_turn_seconds", `at most ${maxTurnSeconds(policy)} on this host`);
  checkServers(policy, config.mcp_servers, host.mcpProcesses, refuse);
  for (const field of ["model", "small_model"] as const) {
    const reference = config[field];
    if (reference === null) continue;
    if (policy.models !== undefined && !policy.models.includes(reference))
      refuse(field, `this host allows ${policy.models.join(", ")}`);
    if (!host.hasModel(reference)) refuse(field, "this host has no such model");
  }
  if (config.limits.max_cost_usd !== null) {
    const [reference] = host.unpriced(config);
    if (reference !== undefined) refuse("limits.max_cost_usd", unpricedLimit(reference));
  }
}
