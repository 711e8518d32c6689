import { HOSTS } from "../../examples/hosts/hosts.mjs";
import { describeHost } from "./conformance.ts";

for (const [name, { command, ...declared }] of Object.entries(HOSTS)) {
  if (command === null)
    console.warn(`\nSKIPPED: ${name} as a host, since npm has no ${name} for this system\n`);
  else describeHost({ name, command, ...declared });
}
