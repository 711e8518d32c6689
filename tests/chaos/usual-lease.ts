import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** On an idle machine. */
const LEASE_MS = 3_000;
/** How long a bare Node takes to start on two idle cores. */
const USUAL_START_MS = 60;

/** 1 on an idle machine, more on a busy one: leases that expire because of that prove nothing. */
async function slownessOfMachine(): Promise<number> {
  const begun = performance.now();
  for (let start = 0; start < 3; start++) await promisify(execFile)(process.execPath, ["-e", ""]);
  return Math.min(5, Math.max(1, (performance.now() - begun) / 3 / USUAL_START_MS));
}

/** How long a lease lasts unless a test says so. */
export const usualLeaseMs = async (): Promise<number> => Math.round(LEASE_MS * (await slownessOfMachine()));
