// One instance of the service in its own process: built packages, Postgres or SQLite, plain processes for commands, no sign-in.
// INSTANCE has its settings as JSON. It prints `listening on PORT`, and `refused` for each write that the fence refused.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CronTimes } from "../../packages/core/src/ports.ts";
import type { Clock, Principal, Store } from "../../packages/core/src/index.ts";
import type * as Core from "../../packages/core/src/index.ts";
import type * as Http from "../../packages/http/src/index.ts";
import type * as StorePostgres from "../../packages/store-postgres/src/index.ts";
import type * as StoreSqlite from "../../packages/store-sqlite/src/index.ts";
import type * as ObjectsS3 from "../../packages/objects-s3/src/index.ts";
import type { S3ObjectsOptions } from "../../packages/objects-s3/src/index.ts";
import type * as VolumeFolder from "../../packages/volume-folder/src/index.ts";
import type * as PublicAddress from "../../packages/public-address/src/index.ts";
import type * as ModelAiSdk from "../../packages/model-ai-sdk/src/index.ts";
import type * as SandboxLocal from "../../packages/sandbox-local/src/index.ts";

/** Where the files of workspaces are. */
export type Bucket = Pick<
  S3ObjectsOptions,
  "endpoint" | "bucket" | "region" | "accessKeyId" | "secretAccessKey" | "style" | "timeoutMs"
>;

/** The settings of a process. */
export interface InstanceSettings {
  /** Of Postgres. */
  readonly databaseUrl: string;
  /** A database in a file instead. */
  readonly sqliteFile?: string;
  readonly modelUrl: string;
  /** Shared by all instances, or working copies of what a bucket has. */
  readonly filesDir: string;
  readonly bucket?: Bucket;
  /** Of this one. */
  readonly ownDir: string;
  readonly host: string;
  readonly port: number;
  readonly leaseMs: number;
  readonly maxRunningTurns: number;
  /** The offset of its wall clock. */
  readonly clockOffMs: number;
  /** Its monotonic clock stands still, so that only the fence stops it. */
  readonly isCareless: boolean;
  /** Every schedule is due each second, whatever its expression. */
  readonly hasSecondTimes?: boolean;
}

const part = (name: string) => join(import.meta.dirname, "../../packages", name, "dist/index.js");
const core = (await import(part("core"))) as typeof Core;
const http = (await import(part("http"))) as typeof Http;
const postgres = (await import(part("store-postgres"))) as typeof StorePostgres;
const sqlite = (await import(part("store-sqlite"))) as typeof StoreSqlite;
const objectsS3 = (await import(part("objects-s3"))) as typeof ObjectsS3;
const folder = (await import(part("volume-folder"))) as typeof VolumeFolder;
const models = (await import(part("model-ai-sdk"))) as typeof ModelAiSdk;
const { publicFetch } = (await import(part("public-address"))) as typeof PublicAddress;
const local = (await import(part("sandbox-local"))) as typeof SandboxLocal;

const settings = JSON.parse(process.env["INSTANCE"] ?? "{}") as InstanceSettings;

const clock: Clock = {
  now: () => core.systemClock.now() + settings.clockOffMs,
  monotonic: () => (settings.isCareless ? 0 : core.systemClock.monotonic()),
  sleep: (ms, signal) => core.systemClock.sleep(ms, signal),
};

const secondTimes: CronTimes = {
  problem: () => null,
  next: (_, __, after) => ({ time: (Math.floor(after / 1_000) + 1) * 1_000, shift: null }),
};

/** The store, with a report of writes that the fence refused. */
function observed(store: Store): Store {
  return {
    ...store,
    async transaction(work) {
      try {
        return await store.transaction(work);
      } catch (error) {
        if (error instanceof Error && error.name === "LeaseLost") process.stdout.write(`refused\n`);
        throw error;
      }
    },
  };
}

const anybody: Principal = {
  id: "anybody",
  tenant: "default",
  kind: "user",
  scopes: core.SCOPES,
  workspace_ids: null,
};

/** One line per warning, with the error's message. */
function complain(fields: object, message: string): void {
  const error: unknown = Reflect.get(fields, "error");
  const session: unknown = Reflect.get(fields, "session_id");
  const cause = error instanceof Error && error.cause instanceof Error ? `, ${error.cause.message}` : "";
  const why = error instanceof Error ? `: ${error.message}${cause}` : "";
  console.error(
    `${performance.now().toFixed(0)} ms ${message}${why}${typeof session === "string" ? ` ${session}` : ""}`,
  );
}

const logger = { debug() {}, info() {}, warn: complain, error: complain };

const { provider } = models.modelsFromEnvironment({
  MODEL: "openai-compatible/any",
  OPENAI_COMPATIBLE_BASE_URL: settings.modelUrl,
});
if (provider === null) throw new Error("There is no model.");
const store =
  settings.sqliteFile === undefined
    ? postgres.postgresStore({ connectionString: settings.databaseUrl, logger })
    : sqlite.sqliteStore({ file: settings.sqliteFile, logger });
const service = core.createAgentService({
  store: observed(store),
  volumes: folder.folderVolumes({
    dir: settings.filesDir,
    placement: settings.bucket === undefined ? "shared" : basename(settings.ownDir),
  }),
  ...(settings.bucket !== undefined && {
    objects: objectsS3.s3Objects({ ...settings.bucket, logger }),
    portableFiles: true,
  }),
  sandbox: local.localSandbox({ dir: join(settings.ownDir, "sandboxes"), isolation: "none" }),
  models: provider,
  // The endpoint is a test's own.
  webhooks: { fetch: publicFetch({ allowPrivate: () => true }) },
  ...(settings.hasSecondTimes === true && { cronTimes: secondTimes }),
  secretKey: "a key of all the instances",
  maxRunningTurns: settings.maxRunningTurns,
  leaseMs: settings.leaseMs,
  clock,
  logger,
});
await service.start();
const handler = http.createHandler(service, {
  authenticate: async () => anybody,
  allowedHosts: "any",
  clock,
});

/** The host's own route: the events of all sessions behind a cursor, one line each, until the reader leaves. */
async function sendFeed(after: string, response: ServerResponse): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  async function* lines() {
    for await (const event of service.events({ after, signal: left.signal }))
      yield `${JSON.stringify(event)}\n`;
  }
  try {
    await pipeline(Readable.from(lines()), response);
  } catch (error) {
    if (!left.signal.aborted) complain({ error }, "the feed ended");
    response.destroy();
  }
}

const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0 }, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
  if (pathname === "/feed") void sendFeed(searchParams.get("after") ?? "start", response);
  else handler(request, response);
});
server.listen(settings.port, settings.host, () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`);
});
process.once("SIGTERM", () => {
  server.closeAllConnections();
  void service.stop({ graceMs: 5_000 }).then(() => process.exit(0));
});
