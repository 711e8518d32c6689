import { DomainError } from "@workspace-agent/core";
import type { VolumeEntry } from "@workspace-agent/core/ports";
import { empty, type Answer } from "../answer/answer.ts";
import { problem } from "../answer/problem.ts";
import { quoted } from "../conditions/etag.ts";
import { isRangeWanted, isWanted } from "../conditions/read-conditions.ts";
import type { RequestContext } from "../request/request-context.ts";
import { exactLength } from "../streams/exact-length.ts";
import { safeDelivery } from "./content-type.ts";
import { parseRange, resolveRange } from "./range.ts";
import type { ReadableFile } from "./readable-file.ts";

/** How often a file that is replaced between stat and read is read again. */
const ATTEMPTS = 3;

interface Piece {
  readonly start: number;
  readonly end: number;
}

function metadataOf(entry: VolumeEntry): Record<string, string> {
  return {
    etag: quoted(entry.etag),
    "last-modified": new Date(entry.mtime).toUTCString(),
    "cache-control": "private, no-cache",
  };
}

function deliveryOf(entry: VolumeEntry, bytes: number): Record<string, string> {
  const { contentType, headers } = safeDelivery(entry.name);
  return {
    ...metadataOf(entry),
    ...headers,
    "content-type": contentType,
    "accept-ranges": "bytes",
    "content-length": String(bytes),
  };
}

async function look(file: ReadableFile): Promise<VolumeEntry> {
  const entry = await file.stat();
  if (entry.type !== "file") {
    const what = entry.type === "dir" ? "a directory" : "a symbolic link";
    throw new DomainError("invalid_path", `The path is ${what}.`);
  }
  return entry;
}

function unsatisfiable(context: RequestContext, detail: string, size: number): Answer {
  const error = new DomainError("range_not_satisfiable", detail, { extra: { size } });
  return problem(error, context.requestId, context.app.addresses, { "content-range": `bytes */${size}` });
}

async function readPiece(
  context: RequestContext,
  file: ReadableFile,
  entry: VolumeEntry,
  { start, end }: Piece,
): Promise<Answer | null> {
  const read = await file.read({ start, end }).catch((error: unknown) => {
    if (DomainError.isInstance(error) && error.code === "range_not_satisfiable") return null;
    throw error;
  });
  if (read === null) return null;
  if (read.entry.etag !== entry.etag) {
    await read.body.cancel();
    return null;
  }
  const bytes = end - start + 1;
  const headers = { ...deliveryOf(entry, bytes), "content-range": `bytes ${start}-${end}/${entry.size}` };
  return { status: 206, headers, body: exactLength(read.body, bytes, context.report) };
}

/** The answer for a range request; null if the complete file must be sent. */
async function answerRange(context: RequestContext, file: ReadableFile): Promise<Answer | null> {
  const range = parseRange(context.header("range") ?? "");
  if (range === null) return null;
  const now = context.app.settings.clock.now();
  const { header } = context;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const entry = await look(file);
    if (!isWanted(header, entry, now)) return empty(304, metadataOf(entry));
    if (!isRangeWanted(header, entry, now)) return null;
    const piece = resolveRange(range, entry.size);
    if (piece === null) return unsatisfiable(context, `The file has ${entry.size} bytes.`, entry.size);
    const answer = await readPiece(context, file, entry, piece);
    if (answer !== null) return answer;
  }
  // A server may always send the complete file, and a file that keeps changing leaves no better choice.
  return null;
}

/** Answers GET and HEAD with a file. The headers describe exactly the bytes that are sent. */
export async function fileAnswer(context: RequestContext, file: ReadableFile): Promise<Answer> {
  return context.request.method === "HEAD" ? await answerHead(context, file) : await answerGet(context, file);
}

/** Conditions, then ranges, then the complete file. */
async function answerGet(context: RequestContext, file: ReadableFile): Promise<Answer> {
  const ranged = await answerRange(context, file);
  if (ranged !== null) return ranged;
  const { entry, body } = await file.read();
  let isSent = false;
  try {
    const now = context.app.settings.clock.now();
    if (!isWanted(context.header, entry, now)) return empty(304, metadataOf(entry));
    isSent = true;
    const headers = deliveryOf(entry, entry.size);
    return { status: 200, headers, body: exactLength(body, entry.size, context.report) };
  } finally {
    if (!isSent) await body.cancel();
  }
}

/** Does not open the file. `Range` only applies to GET. */
async function answerHead(context: RequestContext, file: ReadableFile): Promise<Answer> {
  const entry = await look(file);
  const now = context.app.settings.clock.now();
  const isNew = isWanted(context.header, entry, now);
  return isNew ? empty(200, deliveryOf(entry, entry.size)) : empty(304, metadataOf(entry));
}
