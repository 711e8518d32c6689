import { createHash } from "node:crypto";
import {
  createServer,
  request as sendHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import type { Fault } from "./faults.test-support.ts";
import { problemOf, type ReceivedRequest } from "./verify-signature.test-support.ts";

export interface FrontOptions {
  /** The port of the server behind it. */
  readonly port: number;
  readonly secret: string;
  /** What the service does with `If-None-Match: *`: newer ones support it, others pass over it or refuse it. */
  readonly conditions: "supported" | "ignored" | "refused";
  /** Whether an upload was begun and neither completed nor aborted: s3rver fails for others. */
  readonly hasUpload: (id: string) => boolean;
  /** Removes the parts of an upload, which s3rver cannot. */
  readonly abortUpload: (id: string) => Promise<void>;
  /** Whether `received` has the requests: bodies of many take much memory. */
  readonly remembers: boolean;
  /** What happens to a request. Default: nothing. */
  readonly nextFault: (request: ReceivedRequest) => Fault;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const refusal = (status: number, code: string): Answer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(`<Error><Code>${code}</Code><Message>${"m".repeat(20)}</Message></Error>`),
});

/** s3rver makes no tokens for pages with current versions of OpenSSL: version 1 of the list needs none. */
function asListV1(target: string): string {
  const url = new URL(target, "http://host");
  if (url.searchParams.get("list-type") !== "2") return target;
  const after = url.searchParams.get("start-after");
  for (const name of ["list-type", "start-after", "encoding-type"]) url.searchParams.delete(name);
  if (after !== null) url.searchParams.set("marker", after);
  return url.pathname + url.search;
}

/**
 * What S3 has before its objects, for a server that lacks it: it checks signatures and checksums, forwards only requests that have arrived whole, one
 * at a time, and knows conditional writes. Faults happen here.
 */
export class S3Front {
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch(() => response.destroy());
  });
  private turn: Promise<unknown> = Promise.resolve();
  /** What has arrived, in its order. */
  readonly received: ReceivedRequest[] = [];

  constructor(private readonly options: FrontOptions) {}

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("The server has no port.");
    return address.port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/" } = request;
    const host = String(request.headers["x-test-host"] ?? request.headers.host);
    const body = await buffer(request);
    const received = { method, target: url, headers: { ...request.headers, host }, body };
    if (this.options.remembers) this.received.push(received);
    const fault = this.options.nextFault(received);
    if (fault === "lose request") response.destroy();
    if (fault === "never answer" || fault === "lose request") return;
    if (fault === "busy" || fault === "fail") {
      const busy = { ...refusal(503, "SlowDown"), headers: { "retry-after": "0" } };
      this.answer(response, method, fault === "busy" ? busy : refusal(500, "InternalError"));
      return;
    }
    const answer = await this.inTurn(() => this.exchange(received));
    if (fault === "duplicate") await this.inTurn(() => this.exchange(received));
    if (fault === "lose answer") response.destroy();
    else if (fault === "cut answer") this.cut(response, answer);
    else if (fault !== "answer too late") this.answer(response, method, answer);
  }

  /** Requests take effect one after another. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => {});
    return result;
  }

  private async exchange(request: ReceivedRequest): Promise<Answer> {
    const { headers, method, target, body } = request;
    const problem = problemOf(request, this.options.secret);
    if (problem !== null) return refusal(403, problem);
    const isDelete = method === "POST" && /\?delete=?$/.test(target);
    const md5 = createHash("md5").update(body).digest("base64");
    if (isDelete && headers["content-md5"] !== md5) return refusal(400, "InvalidDigest");
    const upload = new URL(target, "http://host").searchParams.get("uploadId");
    if (upload !== null && !this.options.hasUpload(upload)) return refusal(404, "NoSuchUpload");
    if (method === "DELETE" && upload !== null) {
      await this.options.abortUpload(upload);
      return { status: 204, headers: {}, body: Buffer.alloc(0) };
    }
    const { range, ...withoutRange } = headers;
    const [path = ""] = target.split("?");
    const head = { method: "HEAD", target: path, headers: withoutRange, body: Buffer.alloc(0) };
    // s3rver sends a byte of an empty object, which it then lacks.
    if (range !== undefined && (await this.forward(head)).headers["content-length"] === "0")
      return refusal(416, "InvalidRange");
    if (headers["if-none-match"] === "*" && this.options.conditions !== "ignored") {
      if (this.options.conditions === "refused") return refusal(501, "NotImplemented");
      if ((await this.forward(head)).status === 200) return refusal(412, "PreconditionFailed");
    }
    return this.forward({ ...request, target: asListV1(target) });
  }

  private forward({ method, target, headers, body }: ReceivedRequest): Promise<Answer> {
    const { "if-none-match": _condition, "content-length": _length, ...passed } = headers;
    return new Promise((resolve, reject) => {
      const sent = sendHttp(
        {
          port: this.options.port,
          host: "127.0.0.1",
          method,
          path: target,
          agent: false,
          headers: { ...passed, connection: "close", "content-length": String(body.length) },
        },
        (response) => {
          buffer(response).then(
            (body) => resolve({ status: response.statusCode ?? 500, headers: response.headers, body }),
            reject,
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }

  private answer(response: ServerResponse, method: string, { status, headers, body }: Answer): void {
    const { connection: _connection, "transfer-encoding": _encoding, ...passed } = headers;
    const length = method === "HEAD" ? {} : { "content-length": String(body.length) };
    response.writeHead(status, { ...passed, ...length }).end(body);
  }

  /** Ends the connection in the middle of the body. */
  private cut(response: ServerResponse, { status, headers, body }: Answer): void {
    const { connection: _connection, "transfer-encoding": _encoding, ...passed } = headers;
    response.writeHead(status, { ...passed, "content-length": String(body.length) });
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
  }
}
