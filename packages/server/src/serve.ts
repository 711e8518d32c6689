import { mkdir } from "node:fs/promises";
import type { RequestListener, Server } from "node:http";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  createAgentService,
  DomainError,
  newId,
  type AgentService,
  type Logger,
} from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";
import { ajvSchemas } from "@workspace-agent/json-schema";
import { mcpConnector } from "@workspace-agent/mcp-client";
import { mcpServer } from "@workspace-agent/mcp-server";
import { cronTimes } from "@workspace-agent/cron-times";
import { publicFetch } from "@workspace-agent/public-address";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { webUi } from "@workspace-agent/web";
import { requireWholeRestore } from "./backup/restore.ts";
import { ADMINISTRATOR } from "./administrator.ts";
import { writeBootstrapToken } from "./bootstrap-token.ts";
import { banner } from "./banner.ts";
import { collectWhenIdle } from "./collect-when-idle.ts";
import { catalogOf, chooseModel } from "./choose-model.ts";
import { chooseObjects } from "./choose-objects.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { chooseStore } from "./choose-store.ts";
import { listenLocally } from "./listen-locally.ts";
import { loggerOf } from "./logger.ts";
import { storedSecretKey } from "./secret-key.ts";
import { closeServer, displayUrl, listen } from "./server.ts";
import { thisMachine } from "./machine.ts";
import { onStopSignal } from "./stop-signals.ts";
import { policyOf } from "./policy.ts";
import { printSignInLink } from "./sign-in-link.ts";
import { readSettings, type Settings } from "./settings.ts";

/** Streams end immediately on a stop; steps get most of the 10 s that a stop may take. */
const CONNECTION_GRACE_MS = 500;
const STEP_GRACE_MS = 7_500;
/** The process exits after this time in any case. */
const MOST_STOP_MS = 9_500;
/** How long the start waits for the sign-in link. */
const MOST_LINK_MS = 2_000;

export interface ServeOptions {
  /** Do not start if a command can escape from the sandbox. */
  readonly isStrict: boolean;
  readonly print: (text: string) => void;
}

/** Starts the server, which runs until a signal. Throws if it cannot start. */
export async function serve(
  env: Readonly<Record<string, string | undefined>>,
  { isStrict, print }: ServeOptions,
): Promise<void> {
  const settings = readSettings(env);
  const logger = loggerOf(settings);
  if (isStrict) await requireIsolation(settings, logger);
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  requireWholeRestore(settings.DATA_DIR);
  const instanceId = newId("inst");
  // In parallel, because most of the start is waiting for these to load and to be tested.
  const choosingStore = chooseStore(settings, logger);
  const [
    { store, description },
    { objects, portableFiles, description: files },
    { sandbox, why: sandboxReason, owner = {} },
    { models, chosen, why: modelReason },
  ] = await Promise.all([
    choosingStore,
    chooseObjects(settings, logger),
    chooseSandbox(settings, logger, {
      containers: async () => (await choosingStore).store.containers,
      instanceId,
      // Hosts that share a database have separate engines.
      placement: [
        ...(settings.DATABASE_URL === undefined ? [] : [hostname()]),
        resolve(settings.DATA_DIR),
      ].join(":"),
    }),
    chooseModel(env, logger),
  ]);
  const modelCatalog = await catalogOf(settings.MODEL_CATALOG, settings.DATA_DIR);
  const service = createAgentService({
    instanceId,
    store,
    volumes: folderVolumes({
      dir: join(settings.DATA_DIR, "files"),
      logger,
      ...owner,
      ...(settings.PLACEMENT !== undefined && { placement: settings.PLACEMENT }),
      ...(settings.DISK_RESERVE_MB !== undefined && { reserveMb: settings.DISK_RESERVE_MB }),
    }),
    objects,
    portableFiles,
    sharedDiskMb: settings.AFS_DISK_MB,
    sandbox,
    models,
    ...(modelCatalog !== undefined && { modelCatalog }),
    outputSchemas: ajvSchemas(),
    policy: policyOf(settings, await thisMachine(settings.DATA_DIR)),
    ...(settings.MAX_RUNNING_TURNS !== undefined && { maxRunningTurns: settings.MAX_RUNNING_TURNS }),
    ...(settings.MAX_RUNNING_TURNS_PER_WORKSPACE !== undefined && {
      maxRunningTurnsPerWorkspace: settings.MAX_RUNNING_TURNS_PER_WORKSPACE,
    }),
    ...(settings.MAX_RUNNING_TURNS_PER_PRINCIPAL !== undefined && {
      maxRunningTurnsPerPrincipal: settings.MAX_RUNNING_TURNS_PER_PRINCIPAL,
    }),
    // All work belongs to one tenant.
    maxRunningTurnsPerTenant: null,
    retention: { sessionsDays: settings.SESSION_TTL ?? null },
    // MCP servers of configs must be on the public internet, unless the operator allows their hosts.
    mcp: {
      connector: mcpConnector({
        allowPrivate: (hostname) => settings.MCP_PRIVATE_HOSTS.includes(hostname.toLowerCase()),
      }),
    },
    webhooks: {
      fetch: publicFetch({
        allowPrivate: (hostname) => settings.WEBHOOK_PRIVATE_HOSTS.includes(hostname.toLowerCase()),
      }),
    },
    cronTimes: cronTimes(),
    logger,
    secretKey: settings.SECRET_KEY ?? (await storedSecretKey(settings.DATA_DIR)),
    signIn: {
      tenant: ADMINISTRATOR.tenant,
      userId: ADMINISTRATOR.id,
      password: settings.ADMIN_PASSWORD ?? null,
    },
  });
  // Listens before any work is accepted, so that a port in use is noticed. Requests wait until the service
  // runs.
  const { promise: ready, resolve: isReady } = Promise.withResolvers<RequestListener>();
  const { server, port } = await listen(
    (request, response) => void ready.then((handler) => handler(request, response)),
    {
      host: settings.HOST,
      port: settings.PORT,
      maxConnections: settings.MAX_CONNECTIONS,
      headersTimeoutMs: settings.HEADERS_TIMEOUT_SECONDS * 1000,
      bodyTimeoutMs: settings.BODY_TIMEOUT_SECONDS * 1000,
      logger,
    },
  );
  // An unhandled rejection must not end the process, which runs turns.
  process.on("unhandledRejection", (error) => logger.error({ error }, "unhandled rejection"));
  await service.start();
  if (settings.BOOTSTRAP_TOKEN_FILE !== undefined)
    await writeBootstrapToken(service, settings.BOOTSTRAP_TOKEN_FILE);
  const local = await listenLocally(service, settings.DATA_DIR, logger);
  endOnSignals(service, local === null ? [server] : [server, local], logger);
  const handler = createHandler(service, {
    logger,
    ui: webUi(),
    mcp: mcpServer(),
    ...(settings.PUBLIC_URL !== undefined && { publicUrl: settings.PUBLIC_URL }),
    allowedHosts: settings.ALLOWED_HOSTS,
    trustedProxies: settings.TRUSTED_PROXIES,
    limits: {
      streamsPerPrincipal: settings.STREAMS_PER_PRINCIPAL,
      waitsPerPrincipal: settings.WAITS_PER_PRINCIPAL,
      readsPerPrincipal: settings.READS_PER_PRINCIPAL,
    },
  });
  collectWhenIdle();
  isReady((request, response) => handler(request, response));
  const url = settings.PUBLIC_URL?.replace(/\/$/, "") ?? displayUrl(settings.HOST, port);
  print(
    banner({
      version: service.instance.version,
      url,
      store: description,
      files,
      sandbox: `${sandbox.kind}: ${sandboxReason}`,
      model: `${chosen}: ${modelReason}`,
    }),
  );
  const linked = printSignInLink({ signIn: service.signIn, url, logger, print });
  await Promise.race([linked, pause(MOST_LINK_MS, undefined, { ref: false })]);
  print(`\nlistening on ${displayUrl(settings.HOST, port)}\n`);
}

/** Throws if the sandbox of this host does not hold. */
async function requireIsolation(settings: Settings, logger: Logger): Promise<void> {
  const { examineHost } = await import("./doctor.ts");
  const { open, isConclusive } = await examineHost(settings, logger, () => {});
  if (!isConclusive)
    throw new DomainError(
      "sandbox_unavailable",
      "--strict: most escapes from the sandbox could not be tried.",
    );
  if (open.length === 0) return;
  const ways = open.map(({ subject, name }) => `  ${subject}: a command can ${name}`).join("\n");
  throw new DomainError("sandbox_unavailable", `--strict: the sandbox does not hold on this host:\n${ways}`);
}

/** Hands turns over and closes connections on a signal. */
function endOnSignals(service: AgentService, servers: readonly Server[], logger: Logger): void {
  const stop = async () => {
    setTimeout(() => {
      logger.error({}, "the server did not stop in time");
      process.exit(1);
    }, MOST_STOP_MS).unref();
    await Promise.all([
      service.stop({ graceMs: STEP_GRACE_MS }),
      ...servers.map((server) => closeServer(server, CONNECTION_GRACE_MS)),
    ]);
    process.exit(0);
  };
  onStopSignal(
    () =>
      void stop().catch((error: unknown) => {
        logger.error({ error }, "the server did not stop cleanly");
        process.exit(1);
      }),
  );
}
