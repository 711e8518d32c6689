import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname } from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";
import { binaryOf } from "../../examples/hosts/binary.mjs";
import { unusedPort } from "../postgres/unused-port.ts";
import { CHECK } from "./page.ts";

const PORT = /\b3000\b/g;

/** Bun and Deno come from npm here; a reader has them installed. */
const RUNTIMES = [binaryOf("bun", "bin/bun"), binaryOf("deno", "deno")].filter((path) => path !== null);
const PATH = [process.execPath, ...RUNTIMES]
  .map((program) => dirname(program))
  .concat(process.env["PATH"] ?? "")
  .join(delimiter);

export interface StartedProgram {
  /** Runs the lines with which the page checks a program, and returns what they print. */
  check(): Promise<string>;
  /** The status of a request without a key. */
  statusOfStranger(): Promise<number>;
  /** Sends SIGTERM and returns the code with which it ended; null if the signal ended it. */
  stop(): Promise<number | null>;
}

/** Starts a program by lines of a shell that are written for port 3000, on a free port, and waits until it listens. */
export async function startProgram(lines: string, folder: string): Promise<StartedProgram> {
  const port = String(await unusedPort());
  const script = lines.replaceAll(PORT, port).split("\n");
  const env = {
    ...process.env,
    ...{
      PATH,
      PORT: port,
      NODE_ENV: undefined,
      NEXT_TELEMETRY_DISABLED: "1",
      WRANGLER_SEND_METRICS: "false",
    },
  };
  // In a group of its own: `npx` does not end what it started.
  const child = spawn("sh", ["-ec", script.with(-1, `exec ${script.at(-1)}`).join("\n")], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const exited = once(child, "exit") as Promise<[number | null]>;
  const url = `http://localhost:${port}`;
  const listens = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(async () => child.exitCode !== null || (await listens()), {
    timeout: 300_000,
    interval: 100,
  });
  if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said}`);
  return {
    async check() {
      const { stdout } = await promisify(execFile)("sh", ["-ec", CHECK.replaceAll(PORT, port)]);
      return stdout;
    },
    async statusOfStranger() {
      return (await fetch(`${url}/agents/api/workspaces`)).status;
    },
    async stop() {
      signal(child, "SIGTERM");
      const [code] = await exited;
      await vi.waitUntil(() => !signal(child, 0), { timeout: 60_000, interval: 20 });
      return code;
    },
  };
}

/** Whether the group of a process has members, which then received the signal. */
function signal({ pid }: ChildProcess, name: "SIGTERM" | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}
