import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const programOf = (folder: string) =>
  fileURLToPath(new URL(`../../../../${folder}/dist/main.js`, import.meta.url));
export const END_WITH_PARENT = new URL("end-with-parent.ts", import.meta.url).href;

export interface Served {
  readonly origin: string;
}

export interface Server extends Served, AsyncDisposable {
  /** The code of the printed sign-in link. */
  readonly code: string;
  /** Kills the process. */
  kill(): Promise<void>;
  /** The same data and the same port, in a new process. */
  restart(): Promise<Server>;
}

export type Settings = Readonly<Record<string, string>>;

interface DataAndPort {
  readonly dir: string;
  readonly port: string;
}

/** The built standalone server with the rehearsal model. */
export async function startServer(settings: Settings = {}, reused?: DataAndPort): Promise<Server> {
  const dir = reused?.dir ?? (await mkdtemp(join(tmpdir(), "web-")));
  const { origin, output, end } = await start(["packages/server", "serve"], {
    PORT: reused?.port ?? String(await freePort()),
    DATA_DIR: dir,
    MODEL: "rehearsal",
    SANDBOX: "interpreter",
    ADMIN_PASSWORD: PASSWORD,
    ...settings,
  });
  return {
    origin,
    code: /sign-in\?code=(\w+)/.exec(output)?.[1] ?? "",
    kill: end,
    restart: async () => {
      await end();
      return await startServer(settings, { dir, port: new URL(origin).port });
    },
    [Symbol.asyncDispose]: async () => {
      await end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A free port below the ephemeral range, so that it stays free while the server restarts. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

export const PASSWORD = "correct horse";

let shared: Promise<Served> | undefined;

/** The server of this process, with the data of all its tests. */
export async function sharedServer(): Promise<Served> {
  return await (shared ??= startServer());
}

export interface Host extends Served, AsyncDisposable {}

/** The built example of a host that mounts the agents under `/agents`. */
export async function startHost(): Promise<Host> {
  const dir = await mkdtemp(join(tmpdir(), "web-host-"));
  const { origin, end } = await start(["examples/embed-node"], { PORT: "0", DATA_DIR: dir });
  return {
    origin,
    [Symbol.asyncDispose]: async () => {
      await end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly origin: string;
  /** Its output before it listened. */
  readonly output: string;
  readonly end: () => Promise<void>;
}

async function start([folder, ...args]: [string, ...string[]], settings: Settings): Promise<Running> {
  const child = spawn(process.execPath, ["--import", END_WITH_PARENT, programOf(folder), ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...settings },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      output += `${line}\n`;
      const address = /^listening on (http:\/\/[\w.:]+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    void exited.then(() => reject(new Error(`${folder} exited:\n${output}`)));
  });
  const end = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return { origin, output, end };
}
