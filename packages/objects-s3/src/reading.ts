import type { ObjectContent, ObjectInfo, ReadOptions } from "@workspace-agent/core/ports";
import { isRefused, noSuchRange } from "./failures.ts";
import type { S3Client } from "./s3-client.ts";
import { timedBody } from "./timed-body.ts";

/** An object that a call is about. */
export interface Located {
  readonly key: string;
  /** The key with the prefix of the store. */
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** Whether a range means bytes at all: a service passes over one that does not. */
const isRange = ({ start = 0, end = start }: ReadOptions) => isCount(start) && isCount(end) && end >= start;

const headerOf = ({ start = 0, end }: ReadOptions): Readonly<Record<string, string>> =>
  start === 0 && end === undefined ? {} : { range: `bytes=${start}-${end ?? ""}` };

function lengthOf(headers: Headers): number {
  const length = Number(headers.get("content-length") ?? NaN);
  if (isCount(length)) return length;
  throw isRefused("does not say how long an object is");
}

/** The size of the object, and the bytes that the answer should have. */
function extentOf(response: Response, { start = 0, end }: ReadOptions) {
  if (response.status !== 206) {
    const size = lengthOf(response.headers);
    return { size, length: size };
  }
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "") ?? [];
  const size = Number(total ?? NaN);
  if (Number(first ?? NaN) !== start || !isCount(size)) throw isRefused("answered with another range");
  if (start >= size) throw noSuchRange(size);
  return { size, length: Math.min(end ?? size - 1, size - 1) - start + 1 };
}

export async function headObject(
  client: S3Client,
  { key, path, signal }: Located,
): Promise<ObjectInfo | null> {
  const { status, headers } = await client.call({
    method: "HEAD",
    path,
    signal,
    isIdempotent: true,
    expected: [404],
  });
  if (status === 404) return null;
  const modifiedAt = Date.parse(headers.get("last-modified") ?? "");
  if (Number.isNaN(modifiedAt)) throw isRefused("does not say when an object was written");
  return { key, size: lengthOf(headers), modifiedAt };
}

export async function getObject(
  client: S3Client,
  located: Located,
  range: ReadOptions = {},
): Promise<ObjectContent | null> {
  if (!isRange(range)) {
    const found = await headObject(client, located);
    if (found === null) return null;
    throw noSuchRange(found.size);
  }
  const { path, signal } = located;
  const headers = headerOf(range);
  const opened = await client.open({
    method: "GET",
    path,
    headers,
    signal,
    isIdempotent: true,
    expected: [404, 416],
  });
  const { response } = opened;
  if (response === null) {
    if (opened.status === 416) throw noSuchRange();
    if (opened.code === "NoSuchBucket") throw isRefused("has no such bucket");
    return null;
  }
  try {
    if (response.status !== 206 && headers["range"] !== undefined) throw isRefused("gives no ranges");
    const { size, length } = extentOf(response, range);
    return { size, body: timedBody(response.body, length, client.timing({ signal })) };
  } catch (error) {
    await response.body?.cancel();
    throw error;
  }
}
