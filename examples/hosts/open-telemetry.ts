import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { doorOf, OWN_PAGE, startAgents } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";
import { adaptersOnDisk } from "./adapters-on-disk.ts";
import { printedSpans } from "./printed-spans.ts";

// The tracing of the host. The service uses it if it is registered first.
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(printedSpans)] });
provider.register();
const tracer = trace.getTracer("host");

const agents = await startAgents(await adaptersOnDisk(), consoleLogger);

const server = createServer((request, response) => {
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  const caller = propagation.extract(context.active(), request.headers);
  const span = tracer.startSpan(`${request.method ?? ""} ${path}`, { kind: SpanKind.SERVER }, caller);
  response.once("close", () => span.end());
  // A turn that starts here belongs to this span, even if it runs longer than the request.
  context.with(trace.setSpan(caller, span), () => {
    const door = doorOf(agents, path);
    if (door !== null) door(request, response);
    else response.setHeader("content-type", "text/plain; charset=utf-8").end(OWN_PAGE);
  });
});
server.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function end(): Promise<void> {
  server.close();
  await agents.service.stop();
  server.closeAllConnections();
  await provider.shutdown();
  process.exit(0);
}
process.once("SIGTERM", () => void end());
