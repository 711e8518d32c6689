import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

interface RecordedCall {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** The body as it was sent. */
  readonly text: string;
}

interface ReplayServer {
  readonly url: string;
  readonly calls: readonly RecordedCall[];
  /** Connections that a client has opened and not closed. */
  readonly connections: () => number;
}

/** Answers one call, by its number from 0. */
export type Answer = (response: ServerResponse, index: number) => void;

/** A server on this machine, until the end of the test, and the connections that a client has opened and not closed. */
export async function localServer(listener: RequestListener) {
  const sockets = new Set<Socket>();
  const server = createServer(listener);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

/** A provider on this machine: it records requests and sends the given answers. Closed at the end of the test. */
export async function replayServer(answer: Answer): Promise<ReplayServer> {
  const calls: RecordedCall[] = [];
  const { origin, sockets } = await localServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const body: unknown = JSON.parse(text);
      const index = calls.push({ url: request.url ?? "", headers: request.headers, body, text }) - 1;
      answer(response, index);
    });
  });
  return { url: `${origin}/v1`, calls, connections: () => sockets.size };
}

/** A port at which nobody listens, and nobody else can: it is the near end of a connection. */
export async function refusingPort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  return socket.localPort ?? 0;
}

/** What a writer has written once it is held up: nothing of it moves for many turns of the event loop. Or the most, where it never is. */
export async function untilHeldUp(written: () => number, most: number): Promise<number> {
  for (let still = 0; still < 200 && written() < most;) {
    const before = written();
    await new Promise((resolve) => setTimeout(resolve, 0));
    still = written() === before ? still + 1 : 0;
  }
  return written();
}

export const EVENT_STREAM = { "content-type": "text/event-stream" };

/** A whole recorded stream: one event a line. */
export function eventStream(lines: readonly string[], end = "data: [DONE]\n\n"): Answer {
  return (response) => {
    response.writeHead(200, EVENT_STREAM);
    for (const line of lines) response.write(`data: ${line}\n\n`);
    response.end(end);
  };
}

/** A refusal with a JSON body. */
export function refusal(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** The first events of a response in each protocol, with some text in them. */
export const BEGINNINGS = {
  anthropic: [
    '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"x","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}',
    '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Half"}}',
  ],
  openai: [
    '{"type":"response.created","response":{"id":"r","created_at":1,"model":"x"}}',
    '{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"msg_1"}}',
    '{"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"delta":"Half"}',
  ],
  "openai-compatible": [
    '{"id":"c","created":1,"model":"x","choices":[{"index":0,"delta":{"role":"assistant","content":"Half"}}]}',
  ],
} as const;

/** Events as they go over the wire. */
export function events(lines: readonly string[]): string {
  return lines.map((line) => `data: ${line}\n\n`).join("");
}

/** A chunk of OpenAI's chat protocol. */
export const chunk = (delta: object, finish: string | null = null) =>
  JSON.stringify({
    id: "c",
    created: 1,
    model: "x",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
export const USAGE = JSON.stringify({
  id: "c",
  created: 1,
  model: "x",
  choices: [],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
export const DONE = "data: [DONE]\n\n";
