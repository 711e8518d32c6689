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
import { mcpConnector } from "@workspace-agent/mcp-client";
import { mcpServer } from "@workspace-agent/mcp-server";
import { publicFetch } from "@workspace-agent/public-address";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { webUi } from "@workspace-agent/web";
import { pino } from "pino";
import { banner } from "./banner.ts";
import { chooseModel } from "./choose-model.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { chooseStore } from "./choose-store.ts";
import { examineHost } from "./doctor.ts";
import { errorForLog } from "./error-for-log.ts";
import { keptSecretKey } from "./secret-key.ts";
import { closeServer, displayUrl, listen } from "./server.ts";
import { thisMachine } from "./machine.ts";
import { policyOf } from "./policy.ts";
import { printSignInLink } from "./sign-in-link.ts";
import { readSettings, SettingsError, type Settings } from "./settings.ts";

/** Streams end at once on a stop, and steps get most of the 10 s that API.md allows. */
const CONNECTION_GRACE_MS = 500;
const STEP_GRACE_MS = 7_500;
/** Whatever hangs then, the process ends. */
const MOST_STOP_MS = 9_500;
/** So long the start waits for the sign-in link. */
const MOST_LINK_MS = 2_000;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const logger = pino(
    { level: settings.LOG_LEVEL, serializers: { error: errorForLog } },
    pino.destination(2),
  );
  const [word, ...others] = process.argv.slice(2);
  if (others.length > 0 || ![undefined, "doctor", "--strict"].includes(word))
    throw new SettingsError("The command line takes nothing, or `doctor`, or `--strict`.");
  if (word === "doctor") {
    const { open, isConclusive } = await examineHost(settings, logger, (text) => process.stdout.write(text));
    process.exit(open.length === 0 && isConclusive ? 0 : 1);
  }
  if (word === "--strict") await refuseWhatIsOpen(settings, logger);
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const instanceId = newId("inst");
  // Side by side: most of a start is waiting for each to be loaded and tried.
  const choosingStore = chooseStore(settings, logger);
  const [
    { store, description },
    { sandbox, why: sandboxReason, owner = {} },
    { models, chosen, why: modelReason },
  ] = await Promise.all([
    choosingStore,
    chooseSandbox(settings, logger, {
      containers: async () => (await choosingStore).store.containers,
      instanceId,
      // Hosts that share a database have engines of their own.
      placement: [
        ...(settings.DATABASE_URL === undefined ? [] : [hostname()]),
        resolve(settings.DATA_DIR),
      ].join(":"),
    }),
    chooseModel(process.env, logger),
  ]);
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
    sharedDiskMb: settings.AFS_DISK_MB,
    sandbox,
    models,
    policy: policyOf(settings, await thisMachine(settings.DATA_DIR)),
    ...(settings.MAX_RUNNING_TURNS !== undefined && { maxRunningTurns: settings.MAX_RUNNING_TURNS }),
    ...(settings.MAX_RUNNING_TURNS_PER_WORKSPACE !== undefined && {
      maxRunningTurnsPerWorkspace: settings.MAX_RUNNING_TURNS_PER_WORKSPACE,
    }),
    ...(settings.MAX_RUNNING_TURNS_PER_PRINCIPAL !== undefined && {
      maxRunningTurnsPerPrincipal: settings.MAX_RUNNING_TURNS_PER_PRINCIPAL,
    }),
    // All that the server has is one tenant's.
    maxRunningTurnsPerTenant: null,
    // A config's servers are reached on the public internet, and elsewhere only where the operator named their hosts.
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
    logger,
    secretKey: settings.SECRET_KEY ?? (await keptSecretKey(settings.DATA_DIR)),
    signIn: { password: settings.ADMIN_PASSWORD ?? null },
  });
  // A port that is taken is found out before any work is taken; who asks meanwhile is answered once the service runs.
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
  // What nobody waits for must not end the process, which runs turns.
  process.on("unhandledRejection", (error) => logger.error({ error }, "a failure was handled by nobody"));
  await service.start();
  endOnSignals(service, server, logger);
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
  isReady((request, response) => handler(request, response));
  const url = settings.PUBLIC_URL?.replace(/\/$/, "") ?? displayUrl(settings.HOST, port);
  process.stdout.write(
    banner({
      version: service.instance.version,
      url,
      store: description,
      sandbox: `${sandbox.kind}: ${sandboxReason}`,
      model: `${chosen}: ${modelReason}`,
    }),
  );
  const print = (text: string) => process.stdout.write(text);
  const linked = printSignInLink({ signIn: service.signIn, url, logger, print });
  await Promise.race([linked, pause(MOST_LINK_MS, undefined, { ref: false })]);
  process.stdout.write(`\nlistening on ${displayUrl(settings.HOST, port)}\n`);
}

/** Throws where the sandbox of this host does not hold. */
async function refuseWhatIsOpen(settings: Settings, logger: Logger): Promise<void> {
  const { open, isConclusive } = await examineHost(settings, logger, () => {});
  if (!isConclusive)
    throw new DomainError(
      "sandbox_unavailable",
      "--strict: most of the ways out of the sandbox could not be tried.",
    );
  if (open.length === 0) return;
  const ways = open.map(({ subject, name }) => `  ${subject}: a command can ${name}`).join("\n");
  throw new DomainError("sandbox_unavailable", `--strict: the sandbox does not hold on this host:\n${ways}`);
}

/** Hands turns over and closes connections when the process is told to end. */
function endOnSignals(service: AgentService, server: Server, logger: Logger): void {
  let isStopping = false;
  const stop = async () => {
    // Asked twice, it does not wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => {
      logger.error({}, "the server did not stop in time");
      process.exit(1);
    }, MOST_STOP_MS).unref();
    await Promise.all([service.stop({ graceMs: STEP_GRACE_MS }), closeServer(server, CONNECTION_GRACE_MS)]);
    process.exit(0);
  };
  const onSignal = () =>
    void stop().catch((error: unknown) => {
      logger.error({ error }, "the server did not stop cleanly");
      process.exit(1);
    });
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

try {
  await main();
} catch (error) {
  if (error instanceof SettingsError)
    process.stderr.write(`The settings cannot be used:\n${error.message}\n`);
  else process.stderr.write(`The server cannot start: ${reasonOf(error)}\n`);
  process.exit(1);
}

/** What a person can fix is said in one line; a fault of the program keeps its stack. */
function reasonOf(error: unknown): string {
  if (DomainError.isInstance(error)) return error.detail;
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? error.message : (error.stack ?? error.message);
}
