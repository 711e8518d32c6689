import * as v from "valibot";
import { LimitsSchema, PermissionsSchema, type Limits } from "../domain/workspaces/config.ts";
import type { Policy, PolicyOf } from "../ports/policy.ts";

const Amount = v.optional(v.pipe(v.number(), v.finite(), v.minValue(0)));
const Names = v.optional(v.array(v.string()));
const limitNames = Object.keys(LimitsSchema.entries) as (keyof Limits)[];

/** A plain object: a promise has no field of its own, and would be a policy without bounds. */
const PlainObject = v.custom<object>(
  (value) => typeof value === "object" && value !== null && !("then" in value),
  "must be an object",
);

const PolicySchema = v.pipe(
  PlainObject,
  v.strictObject({
    ...(Object.fromEntries(limitNames.map((name) => [name, Amount])) as Record<keyof Limits, typeof Amount>),
    images: Names,
    network: v.optional(v.array(v.picklist(["none", "allow", "open"]))),
    network_hosts: Names,
    afs: v.optional(v.picklist(["none", "read", "write"])),
    cpus: Amount,
    memory_mb: Amount,
    disk_mb: Amount,
    permissions: v.optional(PermissionsSchema),
    max_month_cost_usd: Amount,
    mcp_servers: v.optional(v.union([v.boolean(), v.array(v.string())])),
    models: Names,
  }),
) satisfies v.GenericSchema<object, unknown>;

/** Throws an `Error` that names the field. A bound that is no number bounds nothing, so that it must not pass. */
function checked(policy: Policy, from: string): Policy {
  const { success, issues } = v.safeParse(PolicySchema, policy);
  if (success) return policy;
  const [{ message }] = issues;
  const path = v.getDotPath(issues[0]);
  throw new Error(`${from} is not valid: ${path === null ? "" : `${path}: `}${message}`);
}

/** The option `policy` as a function that returns valid policies, or throws. */
export function policyLookup(policy: Policy | PolicyOf): PolicyOf {
  if (typeof policy === "function")
    return (subject) => checked(policy(subject), "What the function `policy` returned");
  const constant = checked(policy, "The option `policy`");
  return () => constant;
}
