import type { Socket } from "node:net";
import type { NetworkRefusal } from "@workspace-agent/core/ports";
import type { Authority } from "../host.ts";
import type { Rules } from "../rules.ts";
import { dial } from "./dial.ts";
import type { EgressLimits } from "./limits.ts";

/** An error response: one line of text, which holds nothing of a URL but the host and the port. */
export interface Failure {
  readonly status: 400 | 403 | 502 | 503 | 504;
  readonly text: string;
}

/** A request without a valid host. Its text is not repeated, since it may hold credentials. */
export const MALFORMED: NetworkRefusal = {
  host: "(no host name)",
  port: 0,
  reason: "the request names no host that could be read",
};

const at = ({ host, port }: Authority) => `${host.text} port ${port}`;

/** Connects requests to the hosts that the workspace may reach. */
export class EgressGateway {
  constructor(
    readonly rules: Rules,
    readonly limits: EgressLimits,
    private readonly onRefused: (refusal: NetworkRefusal) => void,
  ) {}

  /** Reports a refusal and returns the error response for it. */
  refuse(refusal: NetworkRefusal): Failure {
    this.onRefused(refusal);
    if (refusal === MALFORMED) return { status: 400, text: `Refused: ${refusal.reason}.` };
    const { host, port, reason } = refusal;
    return {
      status: 403,
      text: `Refused by the network rules of this workspace: ${host} port ${port}: ${reason}.`,
    };
  }

  /** Connects to an address of the host that was checked. Never throws. */
  async connect(target: Authority, given: AbortSignal): Promise<Socket | Failure> {
    const deadline = AbortSignal.timeout(this.limits.connectMs);
    const signal = AbortSignal.any([given, deadline]);
    try {
      const verdict = await this.rules.check(target, signal);
      if (verdict.type === "refused") return this.refuse(verdict.refusal);
      if (verdict.type === "unresolved")
        return { status: 502, text: `There is no host ${target.host.text}.` };
      return await dial(verdict.addresses, target.port, signal);
    } catch {
      if (deadline.aborted) return { status: 504, text: `${at(target)} did not answer in time.` };
      return { status: 502, text: `${at(target)} could not be reached.` };
    }
  }
}
