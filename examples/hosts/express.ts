import type { AddressInfo } from "node:net";
import express from "express";
import { OWN_COOKIE, OWN_PAGE, PREFIX, SIGN_IN_PREFIX, startAgents } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";
import { adaptersOnDisk } from "./adapters-on-disk.ts";

const { service, forUsers, forTeam } = await startAgents(await adaptersOnDisk(), consoleLogger);

const app = express();
app.use((_request, response, next) => {
  response.append("set-cookie", OWN_COOKIE);
  next();
});
// Before `express.json()` and similar: the agents need the unread body.
app.use(PREFIX, forUsers);
app.use(SIGN_IN_PREFIX, forTeam);
app.use(express.json());
app.use((_request, response) => void response.type("text/plain").send(OWN_PAGE));

const server = app.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function end(): Promise<void> {
  server.close();
  await service.stop();
  server.closeAllConnections();
  process.exit(0);
}
process.once("SIGTERM", () => void end());
