import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { OWN_COOKIE, OWN_PAGE, PREFIX, SIGN_IN_PREFIX, startAgents } from "./agents.ts";
import { adaptersOnDisk } from "./adapters-on-disk.ts";
import type { Handler } from "@workspace-agent/http";

const app = fastify({ logger: { level: "warn", stream: process.stderr }, forceCloseConnections: true });
// The service uses the logger of Fastify.
const { service, forUsers, forTeam } = await startAgents(await adaptersOnDisk(), app.log);

/** Passes the raw request on: Fastify reads no body and writes no response. */
function passTo(handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    reply.raw.setHeader("set-cookie", OWN_COOKIE);
    handler(request.raw, reply.raw);
  };
}

// A scope in which bodies of all types are left unread.
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  for (const [prefix, handler] of [
    [PREFIX, forUsers],
    [SIGN_IN_PREFIX, forTeam],
  ] as const) {
    scope.all(prefix, passTo(handler));
    scope.all(`${prefix}/*`, passTo(handler));
  }
});
app.setNotFoundHandler((_request, reply) =>
  reply.header("set-cookie", OWN_COOKIE).type("text/plain").send(OWN_PAGE),
);

const url = await app.listen({ port: Number(process.env["PORT"] ?? 8080), host: "127.0.0.1" });
console.log(`listening on ${url}`);

async function end(): Promise<void> {
  // Streams end with the service, so nothing is left to wait for.
  await Promise.all([service.stop(), app.close()]);
  process.exit(0);
}
process.once("SIGTERM", () => void end());
