import { startAgents } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";
import { placeOnDisk } from "./place-on-disk.ts";
import { answerTo } from "./web-answer.ts";

/** What of Bun this uses; `@types/bun` has all of it. */
declare const Bun: {
  serve(options: {
    readonly port: number;
    readonly hostname: string;
    /** Seconds without a byte after which a connection is cut; 0: never. */
    readonly idleTimeout: number;
    readonly maxRequestBodySize: number;
    fetch(request: Request): Promise<Response>;
  }): { readonly port: number; stop(closesConnections: boolean): Promise<void> };
};

// Bun does not let its module loader be hidden from what the interpreter runs.
const agents = await startAgents(await placeOnDisk({ defenseInDepth: false }), consoleLogger);

const server = Bun.serve({
  port: Number(process.env["PORT"] ?? 8080),
  hostname: "127.0.0.1",
  // A wait holds its answer for up to a minute, a stream is quiet for longer than Bun's 10 s.
  idleTimeout: 0,
  // The handler has its own limits, by the kind of body.
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  fetch: (request) => answerTo(agents, request),
});
console.log(`listening on http://127.0.0.1:${server.port}`);

async function end(): Promise<void> {
  await agents.service.stop();
  await server.stop(true);
  process.exit(0);
}
process.once("SIGTERM", () => void end());
