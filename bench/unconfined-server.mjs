// Like the standalone server, except that commands run in a bare bash without isolation, packages are found by path, and only
// MAX_RUNNING_TURNS limits turns.
import { join } from "node:path";
import { createServer } from "node:http";
import { built } from "./code.mjs";

const [core, http, folder, models, local] = await Promise.all(
  ["core", "http", "volume-folder", "model-ai-sdk", "sandbox-local"].map((name) => built(name)),
);

const { DATA_DIR: dir, DATABASE_URL: connectionString, MAX_RUNNING_TURNS } = process.env;

/** Loads only the store that is used. */
async function chosenStore() {
  if (connectionString !== undefined)
    return (await built("store-postgres")).postgresStore({ connectionString });
  return (await built("store-sqlite")).sqliteStore({ file: join(dir, "workspace-agent.db") });
}

const service = core.createAgentService({
  store: await chosenStore(),
  volumes: folder.folderVolumes({ dir: join(dir, "files") }),
  sandbox: local.localSandbox({ dir: join(dir, "sandboxes"), isolation: "none" }),
  models: models.modelsFromEnvironment(process.env).provider,
  secretKey: "a key of a benchmark",
  signIn: { password: null },
  ...(MAX_RUNNING_TURNS !== undefined && { maxRunningTurns: Number(MAX_RUNNING_TURNS) }),
});
await service.start();
const handler = http.createHandler(service, {});
const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0 }, (request, response) =>
  handler(request, response),
);
server.listen(0, "127.0.0.1", async () => {
  console.log(`/sign-in?code=${await service.signIn.issueCode()}`);
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
process.once("SIGTERM", async () => {
  server.closeAllConnections();
  await service.stop({ graceMs: 1_000 });
  process.exit(0);
});
