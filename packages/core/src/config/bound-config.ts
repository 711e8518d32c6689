import { isSameJson } from "../runtime/canonical-json.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import { isNoWider } from "../domain/workspaces/permissions.ts";
import { isCovered } from "./host-patterns.ts";
import { AFS_RANK } from "./policy.ts";
import type { Config, ConfigInput } from "../domain/workspaces/config.ts";
import { isLimitWithin } from "../domain/workspaces/limits.ts";

/** The parts of a field that reach further than before, each as its names inside the field; `[[]]` stands for the field itself. */
type Decision<Value, Before = Value> = (value: Value, before: Before) => readonly (readonly string[])[];

type Within<Value> = (value: Value, before: Value) => boolean;

/** A field of the workspace's own: it reaches nothing that the host's policy does not allow to all. */
const own: Decision<unknown> = () => [];

function partsOf<Value extends object>(parts: { readonly [Part in keyof Value]-?: Within<Value[Part]> }) {
  const names = Object.keys(parts) as (keyof Value & string)[];
  return (value: Value, before: Value) =>
    names.filter((name) => !parts[name](value[name], before[name])).map((name) => [name]);
}

const isAtMost: Within<number> = (value, before) => value <= before;

const isNetworkWithin: Within<ConfigInput["sandbox"]["network"]> = (network, before) => {
  if (network === "none" || before === "open") return true;
  if (network === "open" || before === "none") return false;
  return network.allow.every((host) => isCovered(host, before.allow));
};

type Decisions = { readonly [Field in keyof ConfigInput]: Decision<ConfigInput[Field], Config[Field]> };

/** For each field of a config, whether who is bound to workspaces may set it. A new field does not compile without a decision. */
export const DECISIONS: Decisions = {
  model: own,
  small_model: own,
  system_prompt: own,
  compaction: own,
  /** A call of such a tool only asks the caller. */
  tools: own,
  /** Nothing of the host or of others is in the variables, and a stored secret is answered to nobody. */
  env: own,
  /** Who is bound sees nothing of the library. */
  skills: (skills, before) =>
    skills.flatMap((skill, index) => (before.includes(skill) ? [] : [[String(index)]])),
  sandbox: partsOf<ConfigInput["sandbox"]>({
    image: (image, before) => image === before,
    cpus: isAtMost,
    memory_mb: isAtMost,
    disk_mb: isAtMost,
    network: isNetworkWithin,
  }),
  afs: partsOf<ConfigInput["afs"]>({
    access: (access, before) => AFS_RANK[access] <= AFS_RANK[before],
    root: (root, before) => before === "" || root === before || root.startsWith(`${before}/`),
  }),
  permissions: (permissions, before) => (isNoWider(permissions, before) ? [] : [[]]),
  limits: partsOf<ConfigInput["limits"]>({
    max_steps: isLimitWithin,
    max_turn_seconds: isLimitWithin,
    max_input_tokens: isLimitWithin,
    max_output_tokens: isLimitWithin,
    max_cost_usd: isLimitWithin,
  }),
  /** Who is bound to workspaces may forget earlier, and does not retain for longer. */
  retention: partsOf<ConfigInput["retention"]>({
    sessions_days: isLimitWithin,
    snapshots_days: isLimitWithin,
    outputs_days: isLimitWithin,
  }),
  snapshots: partsOf<ConfigInput["snapshots"]>({
    auto: () => true,
    keep: isAtMost,
    max_mb: isAtMost,
    ignored: () => true,
  }),
  /** A server stays as it is or goes: with other headers, the stored secrets could speak for somebody else. */
  mcp_servers: (servers, before) =>
    Object.entries(servers).flatMap(([name, server]) => {
      const kept = Object.hasOwn(before, name) ? before[name] : undefined;
      return kept !== undefined && isSameJson(server, kept) ? [] : [[name]];
    }),
};

/**
 * Throws `not_allowed`, naming the fields, where a config reaches further than the one before. Who is bound to workspaces keeps what
 * these reach, or narrows it.
 */
export function keepWithin(config: ConfigInput, before: Config): void {
  const further = <Field extends keyof ConfigInput>(field: Field) =>
    DECISIONS[field](config[field], before[field]).map((part) => [field, ...part]);
  const parts = (Object.keys(DECISIONS) as (keyof ConfigInput)[]).flatMap((field) => further(field));
  if (parts.length === 0) return;
  const detail = "may be kept or narrowed, but not widened, by a principal that is bound to workspaces";
  throw new DomainError("not_allowed", `${parts.map((part) => part.join(".")).join(", ")}: ${detail}`, {
    errors: parts.map((part) => ({ pointer: toPointer(part), detail })),
  });
}
