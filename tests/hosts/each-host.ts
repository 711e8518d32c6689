import { HOSTS } from "../../examples/hosts/hosts.mjs";
import { describeHost } from "./conformance.ts";

/** One with requests of `node:http`, and one with those of fetch. */
const STANDARD = ["node", "hono"];

/** Tests the hosts of the standard suite, or those that the full suite adds. */
export function describeHosts(suite: "standard" | "full"): void {
  for (const [name, { command, ...declared }] of Object.entries(HOSTS)) {
    if (STANDARD.includes(name) !== (suite === "standard")) continue;
    if (command === null)
      console.warn(`\nSKIPPED: ${name} as a host, since npm has no ${name} for this system\n`);
    else describeHost({ name, command, ...declared });
  }
}
