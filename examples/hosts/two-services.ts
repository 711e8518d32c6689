import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createAgentService, rehearsalModels, type AgentService, type Policy } from "@workspace-agent/core";
import { createHandler, type Handler } from "@workspace-agent/http";
import { authenticate, OWN_PAGE } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";
import { adaptersOnDisk } from "./adapters-on-disk.ts";

interface Mounted {
  readonly prefix: string;
  readonly service: AgentService;
  readonly handler: Handler;
}

/** A service with its own store, files and policy: two of them share only the process. */
async function mount(name: string, policy: Policy): Promise<Mounted> {
  const prefix = `/${name}`;
  const service = createAgentService({
    ...(await adaptersOnDisk({}, join(process.env["DATA_DIR"] ?? "./data", name))),
    models: rehearsalModels(),
    secretKey: `the key of ${name}, which this example keeps in its source`,
    policy,
    logger: consoleLogger,
  });
  await service.start();
  return {
    prefix,
    service,
    handler: createHandler(service, { prefix, authenticate, logger: consoleLogger }),
  };
}

const mounted = [await mount("support", { afs: "none" }), await mount("research", {})];

const server = createServer((request, response) => {
  const path = request.url ?? "/";
  const found = mounted.find(({ prefix }) => path.startsWith(`${prefix}/`));
  if (found !== undefined) found.handler(request, response);
  else response.setHeader("content-type", "text/plain; charset=utf-8").end(OWN_PAGE);
});
server.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function end(): Promise<void> {
  server.close();
  await Promise.all(mounted.map(({ service }) => service.stop()));
  server.closeAllConnections();
  process.exit(0);
}
process.once("SIGTERM", () => void end());
