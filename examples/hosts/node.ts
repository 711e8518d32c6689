import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { doorOf, OWN_COOKIE, OWN_PAGE, startAgents } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";
import { adaptersOnDisk } from "./adapters-on-disk.ts";
import { connectAnswer, parserErrorAnswer } from "@workspace-agent/http";

const agents = await startAgents(await adaptersOnDisk(), consoleLogger);

const listener: RequestListener = (request, response) => {
  response.setHeader("set-cookie", OWN_COOKIE);
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  const door = doorOf(agents, path);
  if (door !== null) door(request, response);
  else response.setHeader("content-type", "text/plain; charset=utf-8").end(OWN_PAGE);
};
const server = createServer({ requireHostHeader: false }, listener);
// Otherwise node:http requests a body before the credential was checked, and rejects without a body.
server.on("checkContinue", listener);
server.on("checkExpectation", listener);
server.on("connect", (_, socket) => socket.end(connectAnswer()));
// Invalid HTTP never becomes a request, so it is answered here in the format of the service.
server.on("clientError", (error: Error & { code?: string }, socket) => {
  if (socket.writable) socket.end(parserErrorAnswer(error));
});
server.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function end(): Promise<void> {
  server.close();
  await agents.service.stop();
  server.closeAllConnections();
  process.exit(0);
}
process.once("SIGTERM", () => void end());
