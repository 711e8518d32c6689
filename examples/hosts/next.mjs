// Builds the app in next/ if it changed and serves it with `next build` and `next start`. Prints the port.
import { execa } from "execa";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer, connect } from "node:net";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isStamped, stampOf, writeStamp } from "../../scripts/stamps.mjs";
import { ROOT } from "../../scripts/toolchain.mjs";

const APP = join(import.meta.dirname, "next");
const BUILT = join(APP, ".next", "stamp");
const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const env = {
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  NEXT_MANUAL_SIG_HANDLE: "true",
};

const sources = [import.meta.dirname, APP].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.(ts|mjs|json)$/.test(name) && name !== "next-env.d.ts")
    .map((name) => join(folder, name)),
);
const stamp = stampOf([...sources, join(APP, "app"), join(ROOT, "pnpm-lock.yaml")]);
if (!isStamped(BUILT, stamp)) {
  await execa(process.execPath, [next, "build", APP], { env });
  writeStamp(BUILT, stamp);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function isListening(port) {
  const socket = connect(port, "127.0.0.1");
  return await new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).finally(() => socket.destroy());
}

const port = Number(process.env.PORT ?? 8080) || (await freePort());
const child = execa(
  process.execPath,
  [next, "start", APP, "--port", String(port), "--hostname", "127.0.0.1"],
  { env, stdio: ["ignore", "ignore", "inherit"], reject: false },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill("SIGTERM"));
void child.then(({ exitCode }) => process.exit(exitCode ?? 1));
while (!(await isListening(port))) await new Promise((resolve) => setTimeout(resolve, 50));
console.log(`listening on http://127.0.0.1:${port}`);
