// Builds changed packages and starts a host: `node start.mjs express`.
import { join } from "node:path";
import { execa } from "execa";
import { HOSTS, RECIPES } from "./hosts.mjs";

const all = { ...HOSTS, ...RECIPES };
const [name = "node"] = process.argv.slice(2);
if (!Object.hasOwn(all, name)) {
  console.error(`Unknown host ${name}. The hosts are ${Object.keys(all).join(", ")}.`);
  process.exit(2);
}
const { command, needsPostgres = false } = all[name];
if (command === null) {
  console.error(`npm has no ${name} package for this system.`);
  process.exit(1);
}
await execa({ stdio: "inherit" })`node ${join(import.meta.dirname, "../../scripts/build-changed.mjs")}`;

/** The database of the host: the configured one, or one from npm that runs as long as the host. */
async function database() {
  if (!needsPostgres || process.env.DATABASE_URL) return { env: {}, stop: async () => {} };
  const { startPostgres } = await import("../../tests/postgres/postgres-server.ts");
  const { url, stop } = await startPostgres();
  return { env: { DATABASE_URL: url }, stop };
}

const { env, stop } = await database();
const [program, ...args] = command;
const child = execa(program, args, { cwd: import.meta.dirname, env, stdio: "inherit", reject: false });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill("SIGTERM"));
const { exitCode } = await child;
await stop();
process.exit(exitCode ?? 1);
