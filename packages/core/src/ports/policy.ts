import type { Actor } from "../domain/principals/actor.ts";
import type { Limits } from "../domain/workspaces/config.ts";
import type { Permissions } from "../domain/workspaces/permissions.ts";

/**
 * The bounds that a host sets to what any caller may ask for. What is absent is not bounded, but for what says otherwise. A config that
 * names more is refused with `not_allowed`, one that names nothing gets the bound, and a turn keeps within the bounds of its time.
 * The limits of a turn are those of a config: steps, seconds, tokens, and US dollars. `max_turn_seconds` is 14,400 by default: four hours.
 */
export interface Policy extends Partial<{ readonly [Name in keyof Limits]: NonNullable<Limits[Name]> }> {
  /** Images that a config may name; default none but null. */
  readonly images?: readonly string[];
  /** Forms of network access; `allow` is a list of hosts. Default `["none"]`, which is always allowed. */
  readonly network?: readonly ("none" | "allow" | "open")[];
  /** Hosts that the list of a config may name: names, and `*.example.com` for all below one. Default: all. */
  readonly network_hosts?: readonly string[];
  /** The most access to the shared volume. Default `write`. */
  readonly afs?: "none" | "read" | "write";
  readonly cpus?: number;
  readonly memory_mb?: number;
  readonly disk_mb?: number;
  /** A config may be as strict or stricter, tool by tool. A tool that is denied here runs for nobody. Default: all are allowed. */
  readonly permissions?: Permissions;
  /**
   * What the turns of the tenant may cost in a calendar month (UTC) together, in US dollars, by the prices of the service. At the limit
   * messages are refused with `budget_reached`, and running turns get one more step, without tools, before they end with it; turns that wait end without a step. Models
   * without a price are refused with `price_unknown`. Default: no limit.
   */
  readonly max_month_cost_usd?: number;
  /** Whether a config may name MCP servers, or the hosts of those that it may: names, and `*.example.com` for all below one. Default false. */
  readonly mcp_servers?: boolean | readonly string[];
  /** Model references that a config may name; default all that the host's provider resolves. */
  readonly models?: readonly string[];
}

/** For whom a policy holds. */
export interface PolicySubject {
  readonly tenant: string;
  /** Null where no principal acts, as for the MCP servers of a workspace. */
  readonly principal: Actor | null;
}

/** The policy of a tenant or a principal. Called often: it returns at once, from what the host already knows. */
export type PolicyOf = (subject: PolicySubject) => Policy;
