import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { IDS, postgresBinaries } from "./binaries.ts";

export interface PostgresServer {
  /** Of a superuser, on the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** It ends when its standard input does, and with that when whoever started it ends, however that ends. */
const KEEPER = `exec 3<&0
  "$@" 3<&- </dev/null & pid=$!
  { read -r _ <&3; kill -INT $pid; } 2>/dev/null &
  wait $pid`;

const PASSWORD = "test";

/**
 * A real Postgres with nothing installed, on a port of its own, gone with this process. `isDurable` false: what is committed need not be
 * on the disk.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  const { postgres, initdb, env } = postgresBinaries(folder);
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (IDS.uid !== undefined) chownSync(data, IDS.uid, IDS.gid ?? IDS.uid);
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, `${PASSWORD}\n`);

  const given = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  const flags = ["-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"];
  await promisify(execFile)(initdb, [...given, ...flags], { ...IDS, env, cwd: folder });
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "300",
    shared_buffers: "128MB",
    ...(isDurable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
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

  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async stop() {
      child.ref();
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
