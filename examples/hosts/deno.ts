import { startAgents } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";
import { adaptersOnDisk } from "./adapters-on-disk.ts";
import { answerTo } from "./web-answer.ts";

/** The parts of Deno that are used here; Deno provides all types. */
declare const Deno: {
  serve(
    options: {
      readonly port: number;
      readonly hostname: string;
      onListen(address: { readonly port: number }): void;
    },
    handler: (request: Request) => Promise<Response>,
  ): { shutdown(): Promise<void> };
};

const agents = await startAgents(await adaptersOnDisk(), consoleLogger);

const server = Deno.serve(
  {
    port: Number(process.env["PORT"] ?? 8080),
    hostname: "127.0.0.1",
    onListen: ({ port }) => console.log(`listening on http://127.0.0.1:${port}`),
  },
  (request) => answerTo(agents, request),
);

async function end(): Promise<void> {
  // Streams end with the service, so nothing is left to wait for.
  await Promise.all([agents.service.stop(), server.shutdown()]);
  process.exit(0);
}
process.once("SIGTERM", () => void end());
