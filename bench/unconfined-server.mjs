// The standalone server but for two things: its commands run in a bare bash, without isolation, and its parts are found by path.
import { join } from "node:path";
import { createServer } from "node:http";

const part = (name) => import(join(import.meta.dirname, "../packages", name, "dist/index.js"));
const [core, http, sqlite, folder, models, local] = await Promise.all(
  ["core", "http", "store-sqlite", "volume-folder", "model-ai-sdk", "sandbox-local"].map(part),
);

const dir = process.env.DATA_DIR;
const service = core.createAgentService({
  store: sqlite.sqliteStore({ file: join(dir, "workspace-agent.db") }),
  volumes: folder.folderVolumes({ dir: join(dir, "files") }),
  sandbox: local.localSandbox({ dir: join(dir, "sandboxes"), isolation: "none" }),
  models: models.modelsFromEnvironment(process.env).provider,
  secretKey: "a key of a benchmark",
  signIn: { password: null },
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
