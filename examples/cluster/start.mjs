// Starts Postgres, three instances and a load balancer. With `--show`, a turn survives the death of its
// instance, and then everything stops.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { execa } from "execa";
import { startPostgres } from "../../tests/postgres/postgres-server.ts";
import { loadBalancer } from "./load-balancer.mjs";
import { show } from "./show.mjs";

const ROOT = join(import.meta.dirname, "../..");
const SERVER = join(ROOT, "packages", "server", "dist", "main.js");
const INSTANCES = 3;

/** An instance of the standalone server; resolves when it listens. */
function startInstance(env) {
  const child = execa(process.execPath, [SERVER, "serve"], {
    env: { ...env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    buffer: false,
    reject: false,
  });
  let output = "";
  return new Promise((resolve, reject) => {
    void child.then(({ exitCode }) => reject(new Error(`An instance ended with ${exitCode}:\n${output}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      output += `${line}\n`;
      const port = /^listening on http:\S+:(\d+)$/.exec(line)?.[1];
      const code = /sign-in\?code=(\w+)/.exec(output)?.[1];
      if (port !== undefined) resolve({ process: child, port: Number(port), code });
    });
  });
}

await execa({ stdio: "inherit" })`node ${join(ROOT, "scripts", "build-changed.mjs")}`;
const folder = mkdtempSync(join(tmpdir(), "cluster-"));
const given = process.env.DATABASE_URL;
const postgres = given ? { url: given, stop: async () => {} } : await startPostgres("machine");
const env = {
  MODEL: process.env.MODEL ?? "rehearsal",
  DATABASE_URL: postgres.url,
  DATA_DIR: process.env.DATA_DIR ?? folder,
  SECRET_KEY: process.env.SECRET_KEY ?? randomBytes(24).toString("hex"),
};
const instances = await Promise.all(Array.from({ length: INSTANCES }, () => startInstance(env)));
const balancer = await loadBalancer(
  instances.map(({ port }) => port),
  Number(process.env.PORT ?? 0),
);
const base = `http://127.0.0.1:${balancer.address().port}`;
console.log(`${INSTANCES} instances, on the ports ${instances.map(({ port }) => port).join(", ")}`);
console.log(`sign in: ${base}/sign-in?code=${instances[0].code}`);
console.log(`listening on ${base}`);

async function end(code) {
  balancer.close();
  balancer.closeAllConnections();
  for (const { process: child } of instances) child.kill("SIGTERM");
  await Promise.all(instances.map(({ process: child }) => child));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

process.once("SIGINT", () => void end(0));
process.once("SIGTERM", () => void end(0));
if (process.argv.includes("--show")) {
  try {
    await show(base, instances, (line) => console.log(line));
    await end(0);
  } catch (error) {
    console.error(error);
    await end(1);
  }
}
