import { request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  as<Body>(): Body;
}

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface ServerSentEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Calls a host over real connections. */
export class Caller {
  constructor(
    readonly url: string,
    private readonly standing: Readonly<Record<string, string>>,
  ) {}

  /** Resolves with the head of the answer; the caller reads the body. */
  async open(method: string, path: string, asked: Asked = {}): Promise<IncomingMessage> {
    const body = asked.json === undefined ? asked.body : JSON.stringify(asked.json);
    return await new Promise((resolve, reject) => {
      const sent = request(
        this.url + path,
        {
          method,
          agent: false,
          headers: {
            ...this.standing,
            ...(asked.json !== undefined && { "content-type": "application/json" }),
            ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
            ...asked.headers,
          },
          ...(asked.signal !== undefined && { signal: asked.signal }),
        },
        resolve,
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }

  async call(method: string, path: string, asked: Asked = {}): Promise<Answered> {
    const answer = await this.open(method, path, asked);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      text,
      as: <Body>() => JSON.parse(text) as Body,
    };
  }

  /** A raw connection. The caller sends the standing headers. */
  async connect(): Promise<Socket> {
    const { port, hostname } = new URL(this.url);
    return await new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(socket));
      socket.once("error", reject);
    });
  }

  /** The head of a request, with the standing headers. */
  head(method: string, path: string, headers: Readonly<Record<string, string>>): string {
    const lines = Object.entries({ host: new URL(this.url).host, ...this.standing, ...headers });
    const fields = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return `${method} ${path} HTTP/1.1\r\n${fields}\r\n`;
  }
}

/** The events of a stream as they arrive. */
export async function* eventsOf(answer: IncomingMessage): AsyncGenerator<ServerSentEvent, void> {
  let text = "";
  for await (const chunk of answer) {
    text += (chunk as Buffer).toString();
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const event = /^event: ?(.*)$/m.exec(block)?.[1];
      const data = /^data: ?(.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      const parsed = JSON.parse(data) as Record<string, unknown>;
      yield { event: event ?? String(parsed["type"]), data: parsed };
    }
  }
}
