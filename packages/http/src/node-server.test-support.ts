import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { connectAnswer, parserErrorAnswer, type Handler } from "./index.ts";

export interface NodeServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Sends bytes as they are and gives all that comes back until the server closes. */
  raw(text: string): Promise<string>;
  /** A connection of one's own. */
  connect(): Promise<Socket>;
  /** How many connections are open. */
  connections(): Promise<number>;
}

/** The handler as a listener of a real `node:http` server, as the standalone server has it. */
export async function nodeServer(
  handler: Handler | ((request: IncomingMessage, response: ServerResponse) => void),
): Promise<NodeServer> {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    handler(request, response);
  };
  const server = createServer({ requireHostHeader: false }, listener);
  server.on("checkContinue", listener);
  server.on("checkExpectation", listener);
  server.on("connect", (_, socket) => socket.end(connectAnswer()));
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    if (socket.writable) socket.end(parserErrorAnswer(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const open = async () =>
    await new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => resolve(socket));
      socket.once("error", reject);
    });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    connect: open,
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    async raw(text) {
      const socket = await open();
      const chunks: Buffer[] = [];
      return await new Promise((resolve, reject) => {
        socket.on("data", (chunk) => chunks.push(chunk));
        socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
        socket.on("error", reject);
        socket.write(Buffer.from(text, "latin1"));
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The head, in lower case, and the problem of a raw answer. */
export function problemIn(raw: string): { readonly head: string; readonly json: unknown } {
  const [head = "", body = ""] = raw.split("\r\n\r\n");
  return {
    head: head.toLowerCase(),
    json: JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1)),
  };
}
