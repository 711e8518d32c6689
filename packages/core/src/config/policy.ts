import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import { unpricedField } from "./cost-limits.ts";
import { isCovered } from "./host-patterns.ts";
import type { SandboxCapabilities } from "../ports/sandbox.ts";
import { validateBody } from "../domain/validation/validate-body.ts";
import {
  ConfigInputSchema,
  type ConfigInput,
  type ConfigOverlay,
  type Limits,
} from "../domain/workspaces/config.ts";
import { isLimitWithin, LIMIT_NAMES, lowerLimits, type LimitBounds } from "../domain/workspaces/limits.ts";
import { isNoWider, type Permissions } from "../domain/workspaces/permissions.ts";
import { canonicalJson } from "../runtime/canonical-json.ts";
import { actorOf } from "../domain/principals/actor.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Policy, PolicySubject } from "../ports/policy.ts";

export function subjectOf(principal: Principal): PolicySubject {
  return { tenant: principal.tenant, principal: actorOf(principal) };
}

/** Kinds of access to the shared volume, from less to more. */
export const AFS_RANK = { none: 0, read: 1, write: 2 } as const;

const MAX_TURN_SECONDS = 14_400;

/** The bounds of a turn's limits on a host. */
export function limitBounds(policy: Policy): LimitBounds {
  return { ...policy, max_turn_seconds: policy.max_turn_seconds ?? MAX_TURN_SECONDS };
}

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
  const { network_hosts: hosts } = policy;
  if (hosts !== undefined && typeof network !== "string") {
    const other = network.allow.find((name) => !isCovered(name, hosts));
    if (other !== undefined) refuse("sandbox.network", `this host allows ${hosts.join(", ")}, not ${other}`);
  }
  if (policy.cpus !== undefined && cpus > policy.cpus)
    refuse("sandbox.cpus", `at most ${policy.cpus} on this host`);
  if (policy.memory_mb !== undefined && memory_mb > policy.memory_mb)
    refuse("sandbox.memory_mb", `at most ${policy.memory_mb} on this host`);
  if (policy.disk_mb !== undefined && disk_mb > policy.disk_mb)
    refuse("sandbox.disk_mb", `at most ${policy.disk_mb} on this host`);
}

/** Whether agents may be connected to the MCP server at an address. */
export function allowsServer({ mcp_servers = false }: Policy, url: string): boolean {
  return typeof mcp_servers === "boolean" ? mcp_servers : isCovered(new URL(url).hostname, mcp_servers);
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
  const bounds = limitBounds(policy);
  const unnamed = LIMIT_NAMES.filter((name) => named.limits?.[name] === undefined);
  const boundsOfUnnamed = Object.fromEntries(unnamed.map((name) => [name, bounds[name]]));
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
    permissions: named.permissions ?? policy.permissions ?? {},
    limits: lowerLimits(config.limits, boundsOfUnnamed),
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
    /** What the current config has may stay in it beyond the bounds, which apply to each turn anyway. */
    readonly before?: { readonly limits: Limits; readonly permissions: Permissions } | undefined;
  },
  at: readonly string[] = [],
): void {
  const refuse: Refuse = refusing(at);
  checkSandbox(policy, config.sandbox, host.capabilities, refuse);
  const afs = policy.afs ?? "write";
  if (AFS_RANK[config.afs.access] > AFS_RANK[afs]) refuse("afs.access", `at most ${afs} on this host`);
  const bounds = limitBounds(policy);
  for (const name of LIMIT_NAMES) {
    const limit = config.limits[name];
    if (!isLimitWithin(limit, bounds[name]) && limit !== host.before?.limits[name])
      refuse(`limits.${name}`, `at most ${bounds[name]} on this host`);
  }
  const isAsBefore = canonicalJson(config.permissions) === canonicalJson(host.before?.permissions ?? null);
  if (!isAsBefore && !isNoWider(config.permissions, policy.permissions ?? {}))
    refuse("permissions", `as strict as ${JSON.stringify(policy.permissions)} on this host, or stricter`);
  checkServers(policy, config.mcp_servers, host.mcpProcesses, refuse);
  for (const field of ["model", "small_model"] as const) {
    const reference = config[field];
    if (reference === null) continue;
    if (policy.models !== undefined && !policy.models.includes(reference))
      refuse(field, `this host allows ${policy.models.join(", ")}`);
    if (!host.hasModel(reference)) refuse(field, "this host has no such model");
  }
  const unpriced = unpricedField(policy, config, config.limits, host.unpriced(config));
  if (unpriced !== null) refuse(unpriced.field, unpriced.detail);
}
