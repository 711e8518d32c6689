import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { doorOf, OWN_COOKIE, OWN_PAGE, startAgents } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";
import { placeOnDisk } from "./place-on-disk.ts";
import { parserErrorAnswer } from "@workspace-agent/http";

const agents = await startAgents(await placeOnDisk(), consoleLogger);

const server = createServer((request, response) => {
  response.setHeader("set-cookie", OWN_COOKIE);
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  const door = doorOf(agents, path);
  if (door !== null) door(request, response);
  else response.setHeader("content-type", "text/plain; charset=utf-8").end(OWN_PAGE);
});
// What is no HTTP never becomes a request: it is answered as the service answers.
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
