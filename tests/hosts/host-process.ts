import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../examples/hosts");
/** Next builds its app before its first start. */
export const START_MS = 400_000;

/** An example's server in its own process. */
export interface HostProcess {
  readonly url: string;
  /** Its output so far. */
  output(): string;
  /** Its peak memory since `forgetPeak`, in bytes; null if unknown. */
  peak(): Promise<number | null>;
  forgetPeak(): Promise<void>;
  /** Sends SIGTERM and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it and removes its files. */
  end(): Promise<void>;
}

export interface HostCommand {
  readonly command: readonly string[];
  /** Its working directory. Default: the folder of the hosts. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a host on a free port and waits for its line. */
export async function startHost({ command, cwd = FOLDER, env = {} }: HostCommand): Promise<HostProcess> {
  const [program = "", ...args] = command;
  const folder = await mkdtemp(join(tmpdir(), "host-"));
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NODE_ENV: "production", PORT: "0", DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const record = (chunk: Buffer) => (said += chunk.toString());
  child.stderr.on("data", record);
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`It does not listen:\n${said}`));
    }, START_MS);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      act();
    };
    child.once("error", (error) => settle(() => reject(error)));
    void exited.then((code) => settle(() => reject(new Error(`It ended with ${code}:\n${said}`))));
    child.stdout.on("data", (chunk: Buffer) => {
      record(chunk);
      const found = /^listening on (http:\/\/\S+)$/m.exec(said)?.[1];
      if (found !== undefined) settle(() => resolve(found));
    });
  });
  return {
    url,
    output: () => said,
    peak: () => peakOf(child),
    forgetPeak: () => forgetPeakOf(child),
    async stop() {
      child.kill("SIGTERM");
      return await exited;
    },
    async end() {
      child.kill("SIGKILL");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

/** The ids of a process and all its descendants; empty if unknown. */
async function familyOf(pid: number): Promise<readonly number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => null);
  if (listed === null) return [];
  const children = listed.split(" ").filter((id) => id !== "");
  const families = await Promise.all(children.map((id) => familyOf(Number(id))));
  return [pid, ...families.flat()];
}

async function peakOf({ pid = 0 }: ChildProcess): Promise<number | null> {
  const family = await familyOf(pid);
  const peaks = family.map(async (id) => {
    const status = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  });
  const sum = (await Promise.all(peaks)).reduce((total, peak) => total + peak, 0);
  return sum === 0 ? null : sum;
}

async function forgetPeakOf({ pid = 0 }: ChildProcess): Promise<void> {
  for (const id of await familyOf(pid)) await writeFile(`/proc/${id}/clear_refs`, "5").catch(() => undefined);
}
