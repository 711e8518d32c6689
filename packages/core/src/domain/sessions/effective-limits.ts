import { DomainError, type FieldError } from "../errors/domain-error.ts";
import type { Limits, LimitsOverride } from "../workspaces/config.ts";
import { isLimitWithin } from "../workspaces/limits.ts";

/** The limits of a turn: the workspace's, lowered by those of the call. Throws `invalid_request` for a limit that would raise one. */
export function effectiveLimits(workspace: Limits, call: LimitsOverride | undefined): Limits {
  if (call === undefined) return workspace;
  const errors: FieldError[] = [];
  const lower = (name: keyof Limits): number | null => {
    const bound = workspace[name];
    const asked = call[name];
    if (asked === undefined) return bound;
    if (!isLimitWithin(asked, bound))
      errors.push({ pointer: `#/limits/${name}`, detail: `may only lower the workspace's ${bound}` });
    return asked;
  };
  const limits = {
    max_steps: lower("max_steps") ?? workspace.max_steps,
    max_turn_seconds: lower("max_turn_seconds") ?? workspace.max_turn_seconds,
    max_input_tokens: lower("max_input_tokens"),
    max_output_tokens: lower("max_output_tokens"),
    max_cost_usd: lower("max_cost_usd"),
  };
  if (errors.length > 0)
    throw new DomainError("invalid_request", "The limits of a chat call may only lower the workspace's.", {
      errors,
    });
  return limits;
}
