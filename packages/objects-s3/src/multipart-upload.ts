import { DomainError } from "@workspace-agent/core";
import type { BodyPart, BodyParts } from "./body-parts.ts";
import { isUnavailable } from "./failures.ts";
import type { S3Client } from "./s3-client.ts";
import { element, toXml } from "./xml.ts";

const MOST_PARTS = 10_000;

/** Header dates have whole seconds, and an object may have the time at which its upload began. */
const TOLERANCE_MS = 3_000;

/** An upload that the service has begun. */
export interface Upload {
  readonly path: string;
  readonly id: string;
  /** By the clock of the service; null where it does not say. */
  readonly startedAt: number | null;
}

export interface SentParts {
  /** Of all parts, in their order. */
  readonly etags: readonly string[];
  readonly size: number;
}

/** A repeated request would begin a second upload, so it is repeated only where the service did nothing. */
export async function beginUpload(
  client: S3Client,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Upload> {
  const query = { uploads: "" };
  const { xml, headers } = await client.call({ method: "POST", path, query, signal, isIdempotent: false });
  const id = xml?.text("UploadId");
  if (id === undefined) throw isUnavailable("began no upload");
  const date = Date.parse(headers.get("date") ?? "");
  return { path, id, startedAt: Number.isNaN(date) ? null : date - TOLERANCE_MS };
}

/** Sends the first part and all that follow. */
export async function sendParts(
  client: S3Client,
  { path, id }: Upload,
  first: BodyPart,
  parts: BodyParts,
  signal: AbortSignal | undefined,
): Promise<SentParts> {
  const etags: string[] = [];
  let size = 0;
  for (let part = first; ; part = await parts.next()) {
    if (etags.length === MOST_PARTS)
      throw new DomainError("payload_too_large", `An object has at most ${MOST_PARTS} parts.`);
    const query = { partNumber: String(etags.length + 1), uploadId: id };
    const body = part.bytes;
    const { headers } = await client.call({ method: "PUT", path, query, body, signal, isIdempotent: true });
    const etag = headers.get("etag");
    if (etag === null) throw isUnavailable("gave no tag for a part");
    etags.push(etag);
    size += body.length;
    if (part.isLast) return { etags, size };
  }
}

/** Makes the parts an object. `gone`: the service does not know the upload any more, which an attempt before may have completed. */
export async function completeUpload(
  client: S3Client,
  { path, id }: Upload,
  { etags }: SentParts,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<"done" | "gone" | "present" | "unsupported"> {
  const parts = etags.map(
    (etag, index) => `<Part>${element("PartNumber", String(index + 1))}${element("ETag", etag)}</Part>`,
  );
  const { status } = await client.call({
    method: "POST",
    path,
    query: { uploadId: id },
    headers: { ...headers, "content-type": "application/xml" },
    body: toXml("CompleteMultipartUpload", parts.join("")),
    signal,
    isIdempotent: true,
    expected: [404, 412, 501],
  });
  if (status === 404) return "gone";
  if (status === 412) return "present";
  return status === 501 ? "unsupported" : "done";
}

/** Has the service remove the parts. It goes on after the caller's signal. */
export async function abortUpload(client: S3Client, { path, id }: Upload): Promise<void> {
  const query = { uploadId: id };
  await client.call({ method: "DELETE", path, query, isIdempotent: true, expected: [404] });
}
