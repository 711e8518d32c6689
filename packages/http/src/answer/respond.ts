import type { Answer } from "./answer.ts";

/** The runtime's own `Response`, or the faster one of the adapter on `node:http`. */
export type ResponseConstructor = new (body: BodyInit | null, init: ResponseInit) => Response;

export interface Delivery {
  readonly requestId: string;
  readonly isHead: boolean;
  readonly cors: Readonly<Record<string, string>>;
}

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
  const { body, status } = answer;
  if (!isHead && body !== null) return new Response(body, { status, headers });
  if (body instanceof ReadableStream) void body.cancel().catch(() => undefined);
  else if (headers["content-length"] === undefined && status !== 204 && status !== 304) {
    headers["content-length"] = String(sizeOf(body));
  }
  return new Response(null, { status, headers });
}

function sizeOf(body: string | Uint8Array | null): number {
  if (body === null) return 0;
  return typeof body === "string" ? new TextEncoder().encode(body).byteLength : body.byteLength;
}
