import { startAgents } from "./agents.ts";
import { consoleLogger } from "./console-logger.ts";
import { adaptersOnDisk } from "./adapters-on-disk.ts";
import { answerTo } from "./web-answer.ts";

/** The parts of Bun that are used here; `@types/bun` has all of them. */
declare const Bun: {
  serve(options: {
    readonly port: number;
    readonly hostname: string;
    /** Seconds without data after which a connection is closed; 0: never. */
    readonly idleTimeout: number;
    readonly maxRequestBodySize: number;
    fetch(request: Request): Promise<Response>;
  }): { readonly port: number; stop(closesConnections: boolean): Promise<void> };
};

// Bun does not allow the interpreter to hide its module loader.
const agents = await startAgents(await adaptersOnDisk({ defenseInDepth: false }), consoleLogger);

const server = Bun.serve({
  port: Number(process.env["PORT"] ?? 8080),
  hostname: "127.0.0.1",
  // A response can be delayed for up to a minute, and a stream can be silent for longer than the 10 s of
  // Bun.
  idleTimeout: 0,
  // The handler limits bodies by kind.
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
