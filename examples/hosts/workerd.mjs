// Bundles the worker in workerd/, runs it in workerd and prints its port.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { binaryOf } from "./binary.mjs";

const folder = join(import.meta.dirname, "workerd");
await build({
  entryPoints: [join(folder, "worker.ts")],
  outfile: join(folder, "dist", "worker.js"),
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2024",
  conditions: ["workerd", "worker", "browser"],
  // The runtime provides the modules of Node by their full names.
  alias: { crypto: "node:crypto" },
  external: ["node:*", "cloudflare:*"],
  logOverride: { "ignored-bare-import": "silent" },
  logLevel: "warning",
});

const port = process.env.PORT ?? "8080";
const args = [
  "serve",
  join(folder, "worker.capnp"),
  `--socket-addr=http=127.0.0.1:${port}`,
  "--control-fd=3",
];
const child = spawn(binaryOf("workerd", "bin/workerd"), args, {
  stdio: ["ignore", "ignore", "inherit", "pipe"],
  // Signals of the terminal only reach this process.
  detached: true,
});
let isEnding = false;
child.on("exit", (code) => process.exit(isEnding ? 0 : (code ?? 1)));

const ports = new Map();
for await (const line of createInterface({ input: child.stdio[3] })) {
  const message = JSON.parse(line);
  if (message.event !== "listen") continue;
  ports.set(message.socket, message.port);
  if (ports.size === 2) break;
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    isEnding = true;
    // Streams end with the service; then workerd has nothing left to wait for.
    await fetch(`http://127.0.0.1:${ports.get("control")}/`, { method: "POST" });
    child.kill("SIGTERM");
  });
}
console.log(`listening on http://127.0.0.1:${ports.get("http")}`);
