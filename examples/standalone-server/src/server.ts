import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { parserErrorAnswer } from "@workspace-agent/http";

/** Listens; resolves with the server and the port that it got. */
export async function listen(
  handler: RequestListener,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ server: Server; port: number }> {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0 }, handler);
  // What the parser refuses never reaches the handler: its answer is written here, in the same form.
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => answerParserError(error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

function answerParserError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else socket.end(parserErrorAnswer(error));
}

/** Takes no new connections and closes those that are idle; resolves when the last has ended, at the latest after `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

/** The host part of an address that people can open: `0.0.0.0` and `::` are reached by loopback. */
export function displayUrl(host: string, port: number): string {
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
