import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { load } from "../load.mjs";
import { milliseconds, row, timeBudget } from "../figures.mjs";
import { withServer } from "../server.mjs";

const MOST_MS = 200;
const CONNECTIONS = 4;
const SECONDS = 4;

/** What an agent may do to the host while others use the service. The first is the baseline. */
const ATTACKS = {
  "one that sleeps": "sleep infinity",
  "a fork bomb": "bomb() { bomb | bomb & }; bomb; sleep 300",
  "all memory taken":
    "for i in 1 2 3 4; do perl -e 'push @y, \"y\" x 1048576 while 1' & done; wait; sleep 300",
  "a full disk": "while :; do head -c 500M /dev/zero > /tmp/x; rm /tmp/x; done",
  "10 GB of output": "head -c 10G /dev/zero | tr '\\0' x",
  "10 GB of output in lines": "yes 'a line of output' | head -c 10G",
  "100,000 files": "cd /tmp; for i in {1..100000}; do : > f$i; done; sleep 300",
  "1 TB with a hole": "truncate -s 1T hole; sleep 300",
  "ignored signals": "trap '' TERM INT HUP; while :; do :; done",
  "escaped children":
    "for i in 1 2 3 4; do (setsid nohup bash -c '(while :; do :; done) &' >/dev/null 2>&1 &); done; sleep 300",
};

async function during(server, command) {
  const made = await server.call("POST", "/api/workspaces", JSON.stringify({ name: "exhaustion" }));
  const { id } = await made.json();
  const message = `\`\`\`sh\n${command}\n\`\`\``;
  const path = `/api/workspaces/${id}`;
  const asked = await server.call("POST", `${path}/chat`, JSON.stringify({ message, mode: "async" }));
  const { session_id } = await asked.json();
  try {
    await pause(1_000);
    return await load(`${server.base}/api/workspaces?limit=5`, {
      connections: CONNECTIONS,
      seconds: SECONDS,
      headers: { authorization: server.authorization },
    });
  } finally {
    await server.call("POST", `${path}/sessions/${session_id}/interrupt`);
    await server.call("DELETE", path);
  }
}

/** The rows of one sandbox; by default the server chooses it. */
async function rowsOf(where, env) {
  return await withServer(async (server) => {
    const rows = [];
    let alone = null;
    for (const [name, command] of Object.entries(ATTACKS)) {
      const { p99, rate } = await during(server, command);
      alone ??= p99;
      rows.push(
        row(`answers to others during: ${name}${where} (p99)`, {
          measured: milliseconds(p99),
          bare: milliseconds(alone),
          ...timeBudget({ ms: p99, mostMs: MOST_MS }),
          figures: { p99_ms: p99, alone_ms: alone, per_second: rate },
        }),
      );
    }
    return rows;
  }, env);
}

const IMAGE = process.env.SANDBOX_TEST_IMAGE ?? "workspace-agent/sandbox-test";

async function hasImage() {
  try {
    await promisify(execFile)("docker", ["image", "inspect", IMAGE]);
    return true;
  } catch {
    return false;
  }
}

export async function measure() {
  const rows = await rowsOf("", {});
  if (!(await hasImage())) return rows;
  const engine = Object.entries(process.env).filter(([name]) => name.startsWith("DOCKER_"));
  const env = { ...Object.fromEntries(engine), SANDBOX: "docker", SANDBOX_IMAGE: IMAGE };
  return [...rows, ...(await rowsOf(", in a container", env))];
}
