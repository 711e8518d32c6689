import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Builds changed packages once, before the tests that need them. */
export async function setup(): Promise<void> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  await promisify(execFile)(process.execPath, ["scripts/build-changed.mjs"], { cwd: root });
}
