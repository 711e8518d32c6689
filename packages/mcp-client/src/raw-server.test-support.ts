import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A message of a client; `id` is absent for one that wants no answer. */
export interface Asked {
  readonly id?: number | string;
  readonly method: string;
}

export type Answer = (asked: Asked, response: ServerResponse, request: IncomingMessage) => void;

/**
 * A server that answers as a test says, and shakes hands as it should where the test leaves that out. `stream` answers the request for
 * the server's own messages.
 */
export async function rawServer(
  answer: Answer,
  host = "127.0.0.1",
  stream = (response: ServerResponse): void => void response.writeHead(405).end(),
): Promise<{ port: number; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (request.method === "GET") {
      stream(response);
      return;
    }
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => answer(JSON.parse(body) as Asked, response, request));
  });
  server.listen(0, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

/** Greets like a server of the 2025 protocol. True: the message was one of the greeting. */
export function greets({ id, method }: Asked, response: ServerResponse): boolean {
  if (id === undefined) response.writeHead(202).end();
  else if (method === "initialize") {
    const serverInfo = { name: "raw", version: "1" };
    sendJson(response, {
      jsonrpc: "2.0",
      id,
      result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo },
    });
  } else if (method === "server/discover")
    sendJson(response, { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
  else return false;
  return true;
}
