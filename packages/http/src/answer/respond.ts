import type { Answer } from "./answer.ts";

/** The runtime's own `Response`, or the faster one of the adapter on `node:http`. */
export type ResponseConstructor = new (body: BodyInit | null, init: ResponseInit) => Response;

export interface Delivery {
  readonly requestId: string;
  readonly isHead: boolean;
  readonly cors: Readonly<Record<string, string>>;
}

const encoder = new TextEncoder();

/** An answer with the headers that every answer has. To `HEAD`, the same headers and no body. */
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
  // Without a length a server sends pieces, at a good part of what a small answer costs.
  if (!(body instanceof ReadableStream) && status !== 204 && status !== 304) {
    headers["content-length"] ??= String(body?.byteLength ?? 0);
  }
  // Cloudflare's runtime would compress once more what says that it is compressed.
  const coded = headers["content-encoding"] === undefined ? {} : { encodeBody: "manual" };
  if (!isHead && body !== null) return new Response(body, { status, headers, ...coded });
  if (body instanceof ReadableStream) void body.cancel().catch(() => undefined);
  return new Response(null, { status, headers });
}
