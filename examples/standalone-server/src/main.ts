import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createAgentService, DomainError, type Policy } from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";
import { mcpConnector } from "@workspace-agent/mcp-client";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { pino } from "pino";
import { banner } from "./banner.ts";
import { chooseModel } from "./choose-model.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { chooseStore } from "./choose-store.ts";
import { keptSecretKey } from "./secret-key.ts";
import { closeServer, displayUrl, listen } from "./server.ts";
import { readSettings, SettingsError, type Settings } from "./settings.ts";

/** Streams end at once on a stop, and steps get most of the 10 s that API.md allows. */
const CONNECTION_GRACE_MS = 500;
const STEP_GRACE_MS = 7_500;

function policyOf(settings: Settings): Policy {
  return {
    network: ["none", "allow"],
    images: settings.SANDBOX_IMAGE === undefined ? [] : [settings.SANDBOX_IMAGE],
    mcp_servers: true,
  };
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const logger = pino({ level: settings.LOG_LEVEL }, pino.destination(2));
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const { store, description } = chooseStore(settings, logger);
  const {
    sandbox,
    why: sandboxReason,
    owner = {},
  } = await chooseSandbox(settings, logger, {
    containers: store.containers,
    placement: resolve(settings.DATA_DIR),
  });
  const { models, chosen, why: modelReason } = chooseModel(process.env, logger);
  const service = createAgentService({
    store,
    volumes: folderVolumes({
      dir: join(settings.DATA_DIR, "files"),
      logger,
      ...owner,
      ...(settings.PLACEMENT !== undefined && { placement: settings.PLACEMENT }),
    }),
    sandbox,
    models,
    policy: policyOf(settings),
    // A config's servers are reached on the public internet only.
    mcp: { connector: mcpConnector() },
    logger,
    secretKey: settings.SECRET_KEY ?? (await keptSecretKey(settings.DATA_DIR)),
    signIn: { password: settings.ADMIN_PASSWORD ?? null },
  });
  await service.start();
  const handler = createHandler(service, {
    logger,
    ...(settings.PUBLIC_URL !== undefined && { publicUrl: settings.PUBLIC_URL }),
    allowedHosts: (settings.ALLOWED_HOSTS ?? "")
      .split(",")
      .flatMap((host) => (host.trim() === "" ? [] : [host.trim()])),
  });
  const { server, port } = await listen((request, response) => handler(request, response), {
    host: settings.HOST,
    port: settings.PORT,
  });
  const url = settings.PUBLIC_URL?.replace(/\/$/, "") ?? displayUrl(settings.HOST, port);
  process.stdout.write(
    banner({
      version: service.instance.version,
      url,
      store: description,
      sandbox: `${sandbox.kind}: ${sandboxReason}`,
      model: `${chosen}: ${modelReason}`,
      code: await service.signIn.issueCode(),
    }),
  );
  process.stdout.write(`\nlistening on ${displayUrl(settings.HOST, port)}\n`);

  let isStopping = false;
  const stop = async () => {
    // Asked twice, it does not wait.
    if (isStopping) process.exit(1);
    isStopping = true;
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

/** What a person can mend is said in one line; a fault of the program keeps its stack. */
function reasonOf(error: unknown): string {
  if (DomainError.isInstance(error)) return error.detail;
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? error.message : (error.stack ?? error.message);
}
