import * as v from "valibot";
import { limitEntries, PermissionsSchema, sandboxEntries } from "../domain/workspaces/config.ts";
import type { Policy, PolicyOf } from "../ports/policy.ts";

const Names = v.optional(v.array(v.string()));

/** A promise has no field of its own, and would be a policy without bounds. */
const isPolicy = (value: unknown) => typeof value === "object" && value !== null && !("then" in value);

/** Bounds are in the ranges of what they bound: with one of zero, no config would be valid. */
const PolicySchema = v.pipe(
  v.custom<object>(isPolicy, "must be an object"),
  v.strictObject({
    max_steps: v.optional(limitEntries.max_steps),
    max_turn_seconds: v.optional(limitEntries.max_turn_seconds),
    max_input_tokens: v.optional(limitEntries.max_input_tokens.wrapped),
    max_output_tokens: v.optional(limitEntries.max_output_tokens.wrapped),
    max_cost_usd: v.optional(limitEntries.max_cost_usd.wrapped),
    images: Names,
    network: v.optional(v.array(v.picklist(["none", "allow", "open"]))),
    network_hosts: Names,
    afs: v.optional(v.picklist(["none", "read", "write"])),
    cpus: v.optional(sandboxEntries.cpus),
    memory_mb: v.optional(sandboxEntries.memory_mb),
    disk_mb: v.optional(sandboxEntries.disk_mb),
    permissions: v.optional(PermissionsSchema),
    max_month_cost_usd: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    mcp_servers: v.optional(v.union([v.boolean(), v.array(v.string())])),
    models: Names,
  }),
);

/** A copy of a policy, with inherited fields. Throws an `Error` that names the field: what is not valid might bound nothing. */
function checked(policy: unknown, from: string): Policy {
  // A promise that rejects would end the process.
  if (policy instanceof Promise) policy.catch(() => {});
  const { success, output, issues } = v.safeParse(PolicySchema, policy);
  if (success) return output as Policy;
  const [issue] = issues;
  const path = v.getDotPath(issue);
  throw new Error(`${from} is not valid: ${path === null ? "" : `${path}: `}${issue.message}`);
}

/** The option `policy` as a function that returns valid policies, or throws. */
export function policyLookup(policy: Policy | PolicyOf): PolicyOf {
  if (typeof policy === "function")
    return (subject) => checked(policy(subject), "What the function `policy` returned");
  const constant = checked(policy, "The option `policy`");
  return () => constant;
}
