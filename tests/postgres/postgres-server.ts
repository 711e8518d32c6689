import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { IDS, postgresBinaries } from "./binaries.ts";
import { unusedPort } from "./unused-port.ts";

export interface PostgresServer {
  /** For a superuser, on the database `postgres`. */
  readonly url: string;
  /**
   * Restarts it on the same port with the same data. `fast`: closes connections; `immediate`: like a crash, so that it recovers from its log.
   */
  restart(mode: "fast" | "immediate"): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Ends by the signal that its standard input names, or when that ends, and so with the process that started it.
 */
const KEEPER = `exec 3<&0
  "$@" 3<&- </dev/null & pid=$!
  { read -r signal <&3; kill -"\${signal:-INT}" $pid; } 2>/dev/null &
  wait $pid`;

const PASSWORD = "test";

/** What commits survive: nothing, a crash of Postgres, or a crash of the machine too. */
export type Durability = "none" | "process" | "machine";

const LOOSE = { fsync: "off", full_page_writes: "off" };
const DURABILITY: Readonly<Record<Durability, Readonly<Record<string, string>>>> = {
  none: { ...LOOSE, synchronous_commit: "off" },
  process: LOOSE,
  machine: {},
};

/** A real Postgres without an installation, on its own port, which ends with this process. Its data is in a new folder of `parent`. */
export async function startPostgres(
  durability: Durability = "none",
  parent = tmpdir(),
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(parent, "postgres-"));
  const { postgres, initdb, env } = postgresBinaries(folder);
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (IDS.uid !== undefined) chownSync(data, IDS.uid, IDS.gid ?? IDS.uid);
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, `${PASSWORD}\n`);

  const given = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  const flags = ["-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions", "-c", "scram_iterations=1"];
  await promisify(execFile)(initdb, [...given, ...flags], { ...IDS, env, cwd: folder });
  const port = await unusedPort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "300",
    shared_buffers: "128MB",
    ...DURABILITY[durability],
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

  async function run() {
    const child = spawn("bash", ["-c", KEEPER, "bash", postgres, "-D", data, ...options], {
      ...IDS,
      env,
      cwd: folder,
      stdio: ["pipe", "ignore", "pipe"],
    });
    const ended = once(child, "exit");
    await new Promise<void>((resolve, reject) => {
      const said: string[] = [];
      createInterface(child.stderr).on("line", (line) => {
        if (line.includes("ready to accept connections")) resolve();
        else if (said.length < 20) said.push(line);
      });
      ended.then(() => reject(new Error(`Postgres ended:\n${said.join("\n")}`)), reject);
    });
    child.unref();
    return async (signal: "INT" | "QUIT") => {
      child.ref();
      child.stdin.end(`${signal}\n`);
      await ended;
    };
  }
  let end = await run();

  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async restart(mode) {
      await end(mode === "fast" ? "INT" : "QUIT");
      end = await run();
    },
    async stop() {
      await end("INT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
