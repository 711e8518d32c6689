import { prefersCoding } from "../headers/prefers-coding.ts";
import type { Answer } from "./answer.ts";

/** Smaller bodies hardly shrink. */
const LEAST_BYTES = 1_024;
const CODING = "gzip";

/** JSON and text. */
function isText(contentType: string): boolean {
  const [type = ""] = contentType.toLowerCase().split(";", 1);
  return type.startsWith("text/") || type.endsWith("json");
}

/**
 * Whether the body can be compressed. Answers with an entity tag are sent unchanged, since the tag names their bytes, and so are files,
 * which have ranges, and live streams, whose parts are sent one by one.
 */
function isCompressible({ status, headers, body }: Answer): boolean {
  if (status !== 200 || !isText(headers["content-type"] ?? "")) return false;
  if (headers["x-accel-buffering"] === "no") return false;
  if (headers["etag"] !== undefined || headers["content-encoding"] !== undefined) return false;
  if (body instanceof ReadableStream) return true;
  // A string has at least as many bytes as characters.
  return (typeof body === "string" ? body.length : (body?.byteLength ?? 0)) >= LEAST_BYTES;
}

/**
 * Whether the length of the compressed answer reveals nothing to other sites (BREACH). A page of another site can make a browser send a
 * read with its cookie and observe the length, so browsers only get compressed answers on pages of the service itself, or with a bearer
 * token.
 */
function isSafeFor({ method, headers }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin") return true;
  if (headers.get("cookie") !== null) return false;
  return site === null || /^bearer /i.test(headers.get("authorization") ?? "");
}

async function gzipped(body: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces = new Blob([body]).stream().pipeThrough(new CompressionStream(CODING));
  return new Uint8Array(await new Response(pieces).arrayBuffer());
}

function withEncoding(vary: string | undefined): string {
  if (vary === undefined) return "accept-encoding";
  return vary.split(", ").includes("accept-encoding") ? vary : `${vary}, accept-encoding`;
}

/** Compresses the answer if the caller accepts it and it is safe and large enough. */
export async function compressed(answer: Answer, request: Request): Promise<Answer> {
  const { body, headers } = answer;
  if (body === null || !isCompressible(answer)) return answer;
  const { "content-length": _, vary, ...others } = headers;
  const varied = { ...others, vary: withEncoding(vary) };
  const isAsked = prefersCoding(request.headers.get("accept-encoding"), [CODING]) !== null;
  const canBe = "CompressionStream" in globalThis && isSafeFor(request);
  if (!isAsked || !canBe) return { ...answer, headers: { ...headers, vary: varied.vary } };
  const coded = body instanceof ReadableStream ? streamed(body) : await gzipped(body);
  return { ...answer, headers: { ...varied, "content-encoding": CODING }, body: coded };
}

function streamed(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return body.pipeThrough<Uint8Array>(
    new CompressionStream(CODING) as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
}
