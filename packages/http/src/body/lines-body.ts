import type { BulkLine } from "@workspace-agent/core/schemas";
import { DomainError } from "@workspace-agent/core";
import type { RequestContext } from "../request/request-context.ts";
import { NDJSON, ndjsonLines } from "../streams/ndjson.ts";

export interface LinesBody {
  readonly lines: AsyncGenerator<readonly BulkLine[], void>;
  /** Discards the rest of the body. */
  readonly end: () => void;
}

/** The lines of a body of NDJSON, which are read on demand. `lineBytes` is the longest line that can contain a valid item. */
export function linesBody(context: RequestContext, lineBytes: number): LinesBody {
  const chunks = context.body.lend();
  return {
    lines: ndjsonLines(chunks, Math.min(lineBytes, context.app.settings.limits.bulkLineBytes)),
    end: () => void chunks.return?.(),
  };
}

/** For a body that is neither JSON nor NDJSON. */
export function neitherJsonNorLines(value: string): DomainError {
  return new DomainError(
    "unsupported_media_type",
    `Send ${value} as \`Content-Type: application/json\`, or NDJSON as \`${NDJSON}\`, in UTF-8.`,
  );
}
