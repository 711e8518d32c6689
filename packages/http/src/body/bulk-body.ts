import { detectArchive, type SkillPackage } from "@workspace-agent/core/internal";
import { DomainError } from "@workspace-agent/core";
import type { BulkLine } from "@workspace-agent/core/schemas";
import type * as v from "valibot";
import type { RequestContext } from "../request/request-context.ts";
import { NDJSON } from "../streams/ndjson.ts";
import type { BodySpec } from "./body-spec.ts";
import { linesBody, neitherJsonNorLines, type LinesBody } from "./lines-body.ts";
import { mediaTypeOf } from "./media-type.ts";
import { parseJson } from "./parse-json.ts";

/** The body of a bulk load. */
export type BulkBody =
  | { readonly type: "array"; readonly lines: AsyncIterable<readonly BulkLine[]> }
  | ({ readonly type: "lines" } & LinesBody)
  | { readonly type: "package"; readonly source: SkillPackage };

/** Parsed items need much more memory than their bytes, so longer loads must be sent as lines. */
const MAX_ITEMS = 1_000_000;
const BATCH = 500;

export interface BulkBodyOptions {
  readonly items: v.GenericSchema;
  /** The longest line that can contain a valid item. */
  readonly lineBytes: number;
  readonly acceptsPackages: boolean;
}

/** An array, lines, or an archive for skills. The service validates each item. */
export function bulkBody({ items, lineBytes, acceptsPackages }: BulkBodyOptions): BodySpec<BulkBody> {
  return {
    documentation: {
      contentType: "application/json",
      schema: items,
      alternatives: {
        [NDJSON]: "text",
        ...(acceptsPackages ? { "application/gzip": "binary", "application/zip": "binary" } : {}),
      },
      limit: "bulkBytes",
      limitsOf: {
        [NDJSON]: null,
        ...(acceptsPackages ? { "application/gzip": "skillBytes", "application/zip": "skillBytes" } : {}),
      },
      description: acceptsPackages
        ? "An array, NDJSON, or an archive with a folder for each skill."
        : "An array or NDJSON.",
    },
    async read(context) {
      const header = context.header("content-type");
      const { limits } = context.app.settings;
      const type = mediaTypeOf(header);
      if (type === "application/json") return { type: "array", lines: await readArray(context) };
      if (type === NDJSON) return { type: "lines", ...linesBody(context, lineBytes) };
      if (acceptsPackages && detectArchive(header ?? "") !== null) {
        return { type: "package", source: context.body.stream(limits.skillBytes) };
      }
      throw neitherJsonNorLines("an array");
    },
  };
}

async function readArray(context: RequestContext): Promise<AsyncIterable<readonly BulkLine[]>> {
  const items = parseJson(await context.body.bytes(context.app.settings.limits.bulkBytes));
  if (!Array.isArray(items)) {
    const errors = [{ pointer: "#", detail: "must be Array" }];
    throw new DomainError("invalid_request", "The body must be Array.", { errors });
  }
  if (items.length > MAX_ITEMS) {
    throw new DomainError(
      "payload_too_large",
      `An array may have at most ${MAX_ITEMS} items. Send more as \`${NDJSON}\`.`,
    );
  }
  return batchesOf(items);
}

async function* batchesOf(items: readonly unknown[]): AsyncGenerator<readonly BulkLine[], void> {
  for (let from = 0; from < items.length; from += BATCH) {
    yield items.slice(from, from + BATCH).map((value, offset) => ({ index: from + offset, value }));
  }
}
