import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import { allowsModel } from "./chosen-models.ts";
import { priceUnknown, type Unpriced } from "./cost-limits.ts";
import { isCovered } from "./host-patterns.ts";
import type { SandboxCapabilities } from "../ports/sandbox.ts";
import { validateBody } from "../domain/validation/validate-body.ts";
import {
  ConfigInputSchema,
  type ConfigInput,
  type ConfigOverlay,
  type Limits,
  type StoredConfig,
} from "../domain/workspaces/config.ts";
import { lowerLimit } from "../domain/workspaces/limits.ts";
import { isNoWider } from "../domain/workspaces/permissions.ts";
import { isSameJson } from "../runtime/canonical-json.ts";
import { actorOf } from "../domain/principals/actor.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { completeTurn, type TurnRecord } from "../domain/sessions/turn.ts";
import type { Policy, PolicyOf, PolicySubject } from "../ports/policy.ts";

export function subjectOf(principal: Principal): PolicySubject {
  return { tenant: principal.tenant, principal: actorOf(principal) };
}

/** Whether a principal has the policy under which a turn runs: only then does its message become a part of the turn. */
export function hasPolicyOf(policyOf: PolicyOf, { turn }: TurnRecord, principal: Principal): boolean {
  const { by } = completeTurn(turn);
  const [own, other] = [subjectOf(principal), { tenant: principal.tenant, principal: by }].map(policyOf);
  return isSameJson(own, other);
}

/** Kinds of access to the shared volume, from less to more. */
export const AFS_RANK = { none: 0, read: 1, write: 2 } as const;

const MAX_TURN_SECONDS = 14_400;

/** The bounds of a turn's limits on a host. */
function limitBounds(policy: Policy): Pick<Policy, keyof Limits> {
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

/** How a policy bounds a field of a config. */
interface Bound<Value> {
  /** The nearest value that the policy allows; an allowed value is its own nearest. */
  readonly nearest: (value: Value, policy: Policy) => Value;
  /** What the policy allows, in words, for a value beyond it. */
  readonly allows: (policy: Policy, value: Value) => string;
}
type Bounds<Section> = { readonly [Name in keyof Section]?: Bound<Section[Name]> };

type Sandbox = ConfigInput["sandbox"];

const atMost = (name: "cpus" | "memory_mb" | "disk_mb"): Bound<number> => ({
  nearest: (value, policy) => Math.min(value, policy[name] ?? Infinity),
  allows: (policy) => `at most ${policy[name]} on this host`,
});

const imageBound: Bound<Sandbox["image"]> = {
  nearest: (image, { images = [] }) => (image !== null && images.includes(image) ? image : null),
  allows: ({ images = [] }) =>
    images.length > 0 ? `this host allows ${images.join(", ")}` : "this host lets nobody choose an image",
};

const networkForms = ({ network = [] }: Policy) => [...new Set(["none", ...network])];

function allowsForm(policy: Policy, network: Sandbox["network"]): boolean {
  return networkForms(policy).includes(typeof network === "string" ? network : "allow");
}

const networkBound: Bound<Sandbox["network"]> = {
  nearest(network, policy) {
    if (!allowsForm(policy, network)) return "none";
    const { network_hosts: hosts } = policy;
    if (typeof network === "string" || hosts === undefined) return network;
    return { allow: network.allow.filter((name) => isCovered(name, hosts)) };
  },
  allows(policy, network) {
    if (typeof network === "string" || !allowsForm(policy, network))
      return `this host allows ${networkForms(policy).join(", ")}`;
    const { network_hosts: hosts = [] } = policy;
    const other = network.allow.filter((name) => !isCovered(name, hosts));
    return `this host allows ${hosts.join(", ")}, not ${other.join(", ")}`;
  },
};

const mostAccess = ({ afs = "write" }: Policy) => afs;

const accessBound: Bound<ConfigInput["afs"]["access"]> = {
  nearest: (access, policy) =>
    AFS_RANK[access] > AFS_RANK[mostAccess(policy)] ? mostAccess(policy) : access,
  allows: (policy) => `at most ${mostAccess(policy)} on this host`,
};

const limitBound = <Name extends keyof Limits>(name: Name): Bound<Limits[Name]> => ({
  nearest: (limit, policy) => lowerLimit(limit, limitBounds(policy)[name]),
  allows: (policy) => `at most ${limitBounds(policy)[name]} on this host`,
});

/** The sections of a config that are the same for all who use a workspace. */
type Environment = Pick<ConfigInput, "sandbox" | "afs">;
type Bounded = Environment & Pick<ConfigInput, "limits">;

/** The fields that a policy bounds, but for those with rules of their own: permissions, MCP servers and models. */
const BOUNDS: { readonly [Section in keyof Bounded]: Bounds<Bounded[Section]> } = {
  sandbox: {
    image: imageBound,
    network: networkBound,
    cpus: atMost("cpus"),
    memory_mb: atMost("memory_mb"),
    disk_mb: atMost("disk_mb"),
  },
  afs: { access: accessBound },
  limits: {
    max_steps: limitBound("max_steps"),
    max_turn_seconds: limitBound("max_turn_seconds"),
    max_input_tokens: limitBound("max_input_tokens"),
    max_output_tokens: limitBound("max_output_tokens"),
    max_cost_usd: limitBound("max_cost_usd"),
  },
};

/** A section of a config with its fields at the nearest value that a policy allows, but for the `kept` ones. */
function nearestSection<Section extends object>(
  bounds: Bounds<Section>,
  section: Section,
  policy: Policy,
  kept: { readonly [Name in keyof Section]?: unknown } = {},
): Section {
  const nearest = { ...section };
  for (const name of Object.keys(bounds) as (keyof Section)[]) {
    const bound = kept[name] === undefined ? bounds[name] : undefined;
    if (bound !== undefined) nearest[name] = bound.nearest(section[name], policy);
  }
  return nearest;
}

/**
 * A config with its sandbox and its access to the shared volume at the nearest values that a policy allows, but for the fields that are
 * `kept`. With a config that is older than the policy this is what holds.
 */
export function environmentWithin<Config extends Environment>(
  policy: Policy,
  config: Config,
  kept: Pick<ConfigOverlay, keyof Environment> = {},
): Config {
  return {
    ...config,
    sandbox: nearestSection(BOUNDS.sandbox, config.sandbox, policy, kept.sandbox),
    afs: nearestSection(BOUNDS.afs, config.afs, policy, kept.afs),
  };
}

/** The limits that a turn has on this host, of what a config or a message says. */
export function limitsWithin(policy: Policy, limits: Limits): Limits {
  return nearestSection(BOUNDS.limits, limits, policy);
}

/** Refuses a field that a policy does not allow, unless it is as it was before. */
function checkSection<Section extends object>(
  name: keyof Bounded,
  bounds: Bounds<Section>,
  { policy, refuse }: { readonly policy: Policy; readonly refuse: Refuse },
  section: Section,
  before: Section | undefined,
): void {
  const nearest = nearestSection(bounds, section, policy);
  for (const field of Object.keys(bounds) as (keyof Section & string)[]) {
    const value = section[field];
    if (isSameJson(value, nearest[field]) || (before !== undefined && isSameJson(value, before[field])))
      continue;
    refuse(`${name}.${field}`, bounds[field]?.allows(policy, value) ?? "");
  }
}

/** Whether agents may be connected to the MCP server at an address. */
export function allowsServer({ mcp_servers = false }: Policy, url: string): boolean {
  return typeof mcp_servers === "boolean" ? mcp_servers : isCovered(new URL(url).hostname, mcp_servers);
}

/** The parts of the current config that a new one may keep. */
export type ConfigBefore = Pick<
  StoredConfig,
  keyof Bounded | "permissions" | "mcp_servers" | "model" | "small_model"
>;

function checkServers(
  policy: Policy,
  servers: ConfigInput["mcp_servers"],
  ownNames: readonly string[] | null,
  {
    refuse,
    before = {},
  }: { readonly refuse: Refuse; readonly before?: ConfigBefore["mcp_servers"] | undefined },
): void {
  for (const [name, { url }] of Object.entries(servers)) {
    if (Object.hasOwn(before, name) && before[name]?.url === url) continue;
    const { mcp_servers: allowed = false } = policy;
    if (allowed === false || ownNames === null) refuse("mcp_servers", "this host allows none");
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
  return {
    ...environmentWithin(policy, config, named),
    limits: nearestSection(BOUNDS.limits, config.limits, policy, named.limits),
    permissions: named.permissions ?? policy.permissions ?? {},
  };
}

interface Host {
  readonly capabilities: SandboxCapabilities;
  hasModel(reference: string): boolean;
  /** The names of the MCP servers that the host runs itself. Null: it cannot connect to any server. */
  readonly mcpProcesses: readonly string[] | null;
  /** The field of the config that needs the price of a model without one. */
  unpriced(config: ConfigInput): Unpriced | null;
  /** What the current config has may stay in it beyond the policy, which holds whenever the config is used. */
  readonly before?: ConfigBefore | undefined;
}

/** Throws `not_allowed`, with the field, for a sandbox, a use of the shared volume or an MCP server beyond a policy or the host's capabilities. */
export function checkEnvironment(
  policy: Policy,
  config: ConfigInput,
  { capabilities, mcpProcesses, before }: Omit<Host, "hasModel" | "unpriced">,
  at: readonly string[] = [],
): void {
  const refuse: Refuse = refusing(at);
  const by = { policy, refuse };
  checkSection("sandbox", BOUNDS.sandbox, by, config.sandbox, before?.sandbox);
  const { network } = config.sandbox;
  if (network !== "none" && !capabilities.network && !isSameJson(network, before?.sandbox.network))
    refuse("sandbox.network", "this host's sandbox has no network");
  checkSection("afs", BOUNDS.afs, by, config.afs, before?.afs);
  checkServers(policy, config.mcp_servers, mcpProcesses, { refuse, before: before?.mcp_servers });
}

/**
 * Throws `not_allowed`, with the field, for a config beyond the host's policy or capabilities, and `price_unknown` for one with a limit of
 * the cost of a model without a price. `at` is the config's path in the body.
 */
export function checkPolicy(
  policy: Policy,
  config: ConfigInput,
  host: Host,
  at: readonly string[] = [],
): void {
  const refuse: Refuse = refusing(at);
  const { before } = host;
  checkEnvironment(policy, config, host, at);
  checkSection("limits", BOUNDS.limits, { policy, refuse }, config.limits, before?.limits);
  const isKept = (field: "permissions" | "limits" | "model" | "small_model") =>
    before !== undefined && isSameJson(config[field], before[field]);
  if (!isKept("permissions") && !isNoWider(config.permissions, policy.permissions ?? {}))
    refuse("permissions", `as strict as ${JSON.stringify(policy.permissions)} on this host, or stricter`);
  for (const field of ["model", "small_model"] as const) {
    const reference = config[field];
    if (reference === null || isKept(field)) continue;
    if (!allowsModel(policy, reference)) refuse(field, `this host allows ${policy.models?.join(", ")}`);
    if (!host.hasModel(reference)) refuse(field, "this host has no such model");
  }
  if (isKept("model") && isKept("small_model") && isKept("limits")) return;
  const unpriced = host.unpriced(config);
  if (unpriced !== null) throw priceUnknown(unpriced, [...at, ...unpriced.field.split(".")]);
}
