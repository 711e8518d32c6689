import { serve } from "@hono/node-server";
import { startAgents } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";
import { honoApp } from "./hono-app.ts";
import { adaptersOnDisk } from "./adapters-on-disk.ts";

const agents = await startAgents(await adaptersOnDisk(), consoleLogger);
const app = honoApp(agents);
const port = Number(process.env["PORT"] ?? 8080);
const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, (address) => {
  console.log(`listening on http://127.0.0.1:${address.port}`);
});

async function end(): Promise<void> {
  server.close();
  await agents.service.stop();
  if ("closeAllConnections" in server) server.closeAllConnections();
  process.exit(0);
}
process.once("SIGTERM", () => void end());
