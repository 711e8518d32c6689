import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { testDatabase, testPool } from "../../packages/store-postgres/src/testing/test-database.ts";
import { startPostgres, type PostgresServer } from "../postgres/postgres-server.ts";
import { Caller } from "./caller.ts";
import type { Bucket } from "./instance.ts";
import { InstanceProcess } from "./instance-process.ts";
import type { Hosts } from "./network-namespaces.ts";
import { fileOf, type Accepted } from "./sessions.ts";
import { scriptedModel, type Script, type ScriptedModel } from "./scripted-model.ts";
import { tcpProxy, type TcpProxy } from "./tcp-proxy.ts";
import { usualLeaseMs } from "./usual-lease.ts";

export interface WorldOptions {
  readonly script: Script;
  readonly instances?: number;
  /** Default: 3 s, more on a busy machine. */
  readonly leaseMs?: number;
  /** Its own Postgres, which can be restarted but takes longer to start. Default: a database on the shared one. */
  readonly hasOwnPostgres?: boolean;
  readonly maxRunningTurns?: number;
  /** The one instance stores its data in SQLite, not in Postgres. */
  readonly hasSqlite?: boolean;
  /** The offset of the last instance's wall clock. */
  readonly clockOffMs?: number;
  /** The last instance does not notice by itself that its lease has expired. */
  readonly hasCareless?: boolean;
  /** Every schedule is due each second. */
  readonly hasSecondTimes?: boolean;
  /** Where the files of workspaces are: each instance has a disk of its own. Default: they share a folder. */
  readonly bucket?: Bucket;
  /** The hosts of the instances. Default: this machine. */
  readonly hosts?: Hosts;
}

/** Several instances on one Postgres, each through its own proxy, and a model. */
export interface World extends AsyncDisposable {
  readonly postgres: PostgresServer;
  /** A direct connection to the database. */
  readonly database: Pool;
  readonly model: ScriptedModel;
  readonly instances: readonly InstanceProcess[];
  /** One for each instance. */
  readonly proxies: readonly TcpProxy[];
  readonly caller: Caller;
  /** The files of workspaces, where the instances share them. */
  readonly filesDir: string;
  readonly leaseMs: number;
}

/** What the commands of a session have written. */
export async function linesOf(
  { filesDir }: World,
  { workspaceId, key }: Accepted,
): Promise<readonly string[]> {
  const file = join(filesDir, "workspaces", workspaceId, "files", fileOf(key));
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

async function sharedPostgres(): Promise<PostgresServer> {
  const database = await testDatabase();
  const restart = () => Promise.reject(new Error("All tests share this Postgres."));
  return { url: database.url, restart, stop: () => database.remove() };
}

/** The instances are not started yet. */
export async function chaosWorld(options: WorldOptions): Promise<World> {
  const { script, clockOffMs = 0, hasCareless = false, hosts } = options;
  const { leaseMs = await usualLeaseMs() } = options;
  const { hasSecondTimes = false, bucket } = options;
  const { instances: count = 3, maxRunningTurns = 24, hasOwnPostgres = false, hasSqlite = false } = options;
  const dir = await mkdtemp(join(tmpdir(), "chaos-"));
  const postgres = await (hasOwnPostgres ? startPostgres("process") : sharedPostgres());
  const here = hosts?.gateway ?? "127.0.0.1";
  const model = await scriptedModel(script, here);
  const database = testPool({ connectionString: postgres.url, max: 4 });
  const filesDir = join(dir, "files");
  const numbers = Array.from({ length: count }, (_, index) => index);
  const proxies = await Promise.all(
    numbers.map(() => tcpProxy(() => Number(new URL(postgres.url).port), here)),
  );
  const instances = proxies.map(({ port }, index) => {
    const settings = {
      databaseUrl: Object.assign(new URL(postgres.url), { hostname: here, port: String(port) }).href,
      modelUrl: `http://${here}:${model.port}/v1`,
      ...(hasSqlite && { sqliteFile: join(dir, "data.sqlite") }),
      filesDir: bucket === undefined ? filesDir : join(dir, `instance-${index}`, "files"),
      ...(bucket !== undefined && { bucket }),
      ownDir: join(dir, `instance-${index}`),
      host: hosts?.all[index]?.address ?? here,
      leaseMs,
      maxRunningTurns,
      clockOffMs: index === count - 1 ? clockOffMs : 0,
      isCareless: hasCareless && index === count - 1,
      hasSecondTimes,
    };
    return new InstanceProcess(settings, hosts?.all[index]?.wrapper);
  });
  return {
    postgres,
    database,
    model,
    instances,
    proxies,
    caller: new Caller(instances),
    filesDir,
    leaseMs,
    async [Symbol.asyncDispose]() {
      await Promise.all(instances.map((instance) => instance.kill()));
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await database.end();
      await model.close();
      await postgres.stop();
      // A command may live longer than its instance.
      await rm(dir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
