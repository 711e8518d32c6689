import { validateBody } from "@workspace-agent/core/internal";
import { DomainError } from "@workspace-agent/core";
import {
  CreateBatchSchema,
  type BatchHeadInput,
  type BatchItemInput,
  type BulkLine,
} from "@workspace-agent/core/schemas";
import type { RequestContext } from "../request/request-context.ts";
import { NDJSON } from "../streams/ndjson.ts";
import type { BodySpec } from "./body-spec.ts";
import { linesBody, neitherJsonNorLines } from "./lines-body.ts";
import { mediaTypeOf } from "./media-type.ts";
import { parseJson } from "./parse-json.ts";

/** A batch, whose items may still be arriving. */
export interface BatchBody {
  readonly head: BatchHeadInput;
  readonly items: readonly BatchItemInput[] | AsyncIterable<readonly BulkLine[]>;
  /** Discards the rest of the body. */
  readonly end: () => void;
}

/** The longest message with every character escaped, plus the other fields. */
const LINE_BYTES = 8 * 1024 * 1024;

/** An object with its items, or lines: the head, then an item a line. The service validates the head and each item. */
export const batchBody: BodySpec<BatchBody> = {
  documentation: {
    contentType: "application/json",
    schema: CreateBatchSchema,
    alternatives: { [NDJSON]: "text" },
    limit: "jsonBytes",
    limitsOf: { [NDJSON]: null },
    description:
      "An object with all items, or NDJSON: the first line is the object without `items`, each further line is an item.",
  },
  async read(context) {
    const type = mediaTypeOf(context.header("content-type"));
    if (type === NDJSON) return await readLines(context);
    if (type !== "application/json") throw neitherJsonNorLines("a batch");
    const given = parseJson(await context.body.bytes(context.app.settings.limits.jsonBytes));
    const { items, ...head } = validateBody(CreateBatchSchema, given);
    return { head, items, end: () => undefined };
  },
};

async function readLines(context: RequestContext): Promise<BatchBody> {
  const { lines, end } = linesBody(context, LINE_BYTES);
  try {
    const first = await lines.next();
    const [line, ...items] = first.done === true ? [] : first.value;
    return { head: headOf(line), items: followedBy(items, lines), end };
  } catch (error) {
    end();
    throw error;
  }
}

function headOf(line: BulkLine | undefined): BatchHeadInput {
  if (line !== undefined && "value" in line) return line.value as BatchHeadInput;
  const { code, detail } = line?.fault ?? { code: "invalid_request", detail: "The body is empty." };
  const errors = [{ pointer: "#", detail: "must be the batch without its items" }];
  throw new DomainError(code, `The first line has to be the batch without its items. ${detail}`, { errors });
}

/** The items, counted without the head. */
async function* followedBy(
  items: readonly BulkLine[],
  lines: AsyncIterable<readonly BulkLine[]>,
): AsyncGenerator<readonly BulkLine[], void> {
  if (items.length > 0) yield items.map(counted);
  for await (const batch of lines) yield batch.map(counted);
}

const counted = (line: BulkLine): BulkLine => ({ ...line, index: line.index - 1 });
