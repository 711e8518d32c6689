import type { Answer } from "./answer.ts";

/** The `Response` of the runtime, or the faster one of the adapter for `node:http`. */
export type ResponseConstructor = new (body: BodyInit | null, init: ResponseInit) => Response;

export interface Delivery {
  readonly requestId: string;
  readonly isHead: boolean;
  readonly cors: Readonly<Record<string, string>>;
}

const encoder = new TextEncoder();

/** Adds the headers that every answer has. HEAD gets the same headers without a body. */
export function respond(answer: Answer, delivery: Delivery, Response: ResponseConstructor): Response {
  const { isHead, cors, requestId } = delivery;
  const vary = [answer.headers["vary"], cors["vary"]].filter((part) => part !== undefined);
  const headers: Record<string, string> = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...answer.headers,
    ...cors,
    ...(vary.length === 0 ? {} : { vary: vary.join(", ") }),
    "x-request-id": requestId,
  };
  const { status } = answer;
  const body = typeof answer.body === "string" ? encoder.encode(answer.body) : answer.body;
  // Without a length the server sends chunks, which costs a good part of a small answer.
  if (!(body instanceof ReadableStream) && status !== 204 && status !== 304) {
    headers["content-length"] ??= String(body?.byteLength ?? 0);
  }
  // Without this, the runtime of Cloudflare compresses the body again.
  const coded = headers["content-encoding"] === undefined ? {} : { encodeBody: "manual" };
  if (!isHead && body !== null) return new Response(body, { status, headers, ...coded });
  if (body instanceof ReadableStream) void body.cancel().catch(() => undefined);
  return new Response(null, { status, headers });
}
