import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CODE } from "./code.mjs";

/** The program and its arguments, as `npm start` runs it; in older checkouts, which `--against` may name, it is an example. */
const SERVER = join(CODE, "packages", "server", "dist", "main.js");
const MAIN = existsSync(SERVER)
  ? ["--max-semi-space-size=16", SERVER, "serve"]
  : [join(CODE, "examples", "standalone-server", "dist", "main.js")];
const BARE = join(import.meta.dirname, "bare-server.mjs");
/** The same on every Linux. */
const TICKS_PER_SECOND = 100;

/** Resident memory in bytes; null if unknown. */
function memoryOf(pid, field) {
  try {
    const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(
      readFileSync(`/proc/${pid}/status`, "utf8"),
    )?.[1];
    return kib === undefined ? null : Number(kib) * 1024;
  } catch {
    return null;
  }
}

/** The number of its open descriptors, and of the processes below it; null if unknown. */
function countsOf(pid) {
  try {
    const parents = new Map();
    for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
      parents.set(Number(entry), statOf(entry)?.parent);
    const isBelow = (each) => each === pid || (parents.has(each) && isBelow(parents.get(each)));
    const processes = [...parents.keys()].filter((each) => each !== pid && isBelow(each)).length;
    return { descriptors: readdirSync(`/proc/${pid}/fd`).length, processes };
  } catch {
    return null;
  }
}

/** The parent of a process and the seconds of one core that it has used; null if it has ended or is unknown. */
function statOf(pid) {
  try {
    // The name in parentheses may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ").map(Number);
    return { parent: fields[1], cpuSeconds: (fields[11] + fields[12]) / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

/** As `npm start`, the image and the unit set it. */
export const MEMORY = { MALLOC_MMAP_THRESHOLD_: "65536" };

/** Starts a program, or one with arguments, that prints `listening on URL`; returns its address and the time of the start, in ms. */
export async function startProgram(program, env, input) {
  const begun = performance.now();
  const child = spawn(process.execPath, [program].flat(), {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(input ?? "");
  const exited = new Promise((resolve) => child.once("exit", resolve));
  let output = "";
  const base = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      output += `${line}\n`;
      const address = /^listening on (http:\S+)$/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    exited.then((code) => reject(new Error(`${program} exited with ${code}:\n${output}`)));
  });
  const listeningMs = performance.now() - begun;
  return {
    base,
    begun,
    listeningMs,
    output: () => output,
    memory: () => memoryOf(child.pid, "VmRSS"),
    peakMemory: () => memoryOf(child.pid, "VmHWM"),
    counts: () => countsOf(child.pid),
    /** The seconds of one core that it has used; null if unknown. */
    cpuSeconds: () => statOf(child.pid)?.cpuSeconds ?? null,
    signal: (name) => child.kill(name),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** The built standalone server in its own process, with SQLite in the folder. */
export async function startServer(dataDir, env = { MODEL: "rehearsal" }) {
  return await startProgram(MAIN, { PORT: "0", DATA_DIR: dataDir, ...MEMORY, ...env });
}

/** `node:http` alone: every response has the same bytes. `answer` is `{status, headers, body}`. */
export async function startBareServer(answer = { status: 200, headers: {}, body: "ok" }) {
  return await startProgram(BARE, {}, JSON.stringify(answer));
}

/** Runs a function with an empty folder. */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs with a new server and a token with every scope. */
export async function withServer(work, env = {}) {
  return await inFolder(async (folder) => {
    const server = await startServer(folder, { MODEL: "rehearsal", ...env });
    try {
      return await work({ ...server, ...(await signIn(server)) });
    } finally {
      await server.stop();
    }
  });
}

/** Trades the code that the server printed for a cookie, and that for a token. */
export async function signIn({ base, output }) {
  const json = { "content-type": "application/json" };
  const code = /sign-in\?code=(\w+)/.exec(output())?.[1];
  const signedIn = await fetch(`${base}/api/auth/sign-in`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ code }),
  });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const made = await fetch(`${base}/api/service-tokens`, {
    method: "POST",
    headers: { ...json, cookie, origin: base },
    body: JSON.stringify({ name: "bench" }),
  });
  const { token } = await made.json();
  const authorization = `Bearer ${token}`;
  return {
    authorization,
    /** Throws unless the response is a success: a benchmark of refusals would be fast. */
    async call(method, path, body, headers = json) {
      const init = { method, headers: { authorization, ...(body === undefined ? {} : headers) }, body };
      const answer = await fetch(base + path, init);
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    },
  };
}
