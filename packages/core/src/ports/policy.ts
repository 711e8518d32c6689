import type { Actor } from "../domain/principals/actor.ts";

/** The bounds that a host sets to what any caller may ask for. What is absent is not bounded, but for what says otherwise. */
export interface Policy {
  /** Images that a config may name; default none but null. */
  readonly images?: readonly string[];
  /** Forms of network access; `allow` is a list of hosts. Default `["none"]`, which is always allowed. */
  readonly network?: readonly ("none" | "allow" | "open")[];
  /** The most access to the shared volume. Default `write`. */
  readonly afs?: "none" | "read" | "write";
  readonly cpus?: number;
  readonly memory_mb?: number;
  readonly disk_mb?: number;
  /** The longest time of a turn that a config may name, in seconds. Default 14,400: four hours. */
  readonly max_turn_seconds?: number;
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
