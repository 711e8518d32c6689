import { DomainError } from "@workspace-agent/core";
import type { BulkReport, BulkSummary } from "@workspace-agent/core/schemas";
import type { Answer } from "../../answer/answer.ts";
import { PROBLEM_TYPE, problem } from "../../answer/problem.ts";
import type { BulkBody } from "../../body/bulk-body.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { aheadOfReader } from "../../streams/ahead-of-reader.ts";
import { NDJSON, toLines } from "../../streams/ndjson.ts";
import { inPieces } from "../../streams/pieces.ts";

const MIB = 1024 * 1024;

/** How many bytes of results may wait for a caller that does not read yet. */
const AHEAD = { allowance: 64 * MIB, most: 256 * MIB, pauseMs: 100 } as const;

/** The results in the format of the request. An atomic load is answered at its end, when it is known to have no errors. */
export async function bulkAnswer(
  context: RequestContext,
  body: BulkBody,
  report: BulkReport,
  isAtomic: boolean,
): Promise<Answer> {
  if (body.type === "lines" && !isAtomic) {
    const { clock } = context.app.settings;
    const lines = aheadOfReader(resultLines(report, body.end), { ...AHEAD, clock, onError: context.report });
    return { status: 200, headers: { "content-type": NDJSON }, body: lines };
  }
  const batches: string[] = [];
  for await (const results of report.results) if (results.length > 0) batches.push(toLines(results));
  const summary = report.summary();
  if (isAtomic && summary.errors > 0) return refused(context, batches, summary);
  if (body.type === "lines") return answer(200, NDJSON, [...batches, summaryLine(summary)]);
  return answer(200, "application/json", ["{", ...members(batches, summary), "}"]);
}

async function* resultLines(report: BulkReport, end: () => void): AsyncGenerator<string, void> {
  try {
    for await (const results of report.results) if (results.length > 0) yield toLines(results);
    yield summaryLine(report.summary());
  } finally {
    end();
  }
}

function summaryLine(summary: BulkSummary): string {
  return `${JSON.stringify({ summary })}\n`;
}

/** `results` and `summary` as members of an object. The results are NDJSON already, where line breaks only occur between values. */
function members(batches: readonly string[], summary: BulkSummary): readonly string[] {
  const lists = batches.map((lines) => lines.slice(0, -1).replaceAll("\n", ","));
  return [
    `"results":[`,
    ...lists.map((list, index) => (index === 0 ? list : `,${list}`)),
    `],"summary":${JSON.stringify(summary)}`,
  ];
}

function refused(context: RequestContext, batches: readonly string[], summary: BulkSummary): Answer {
  const detail = `Nothing was written: ${summary.errors} items have errors, see \`results\`.`;
  const error = new DomainError("invalid_request", detail);
  const { status, body } = problem(error, context.requestId, context.app.addresses);
  const opening = typeof body === "string" ? body.slice(0, -1) : "";
  return answer(status, PROBLEM_TYPE, [`${opening},`, ...members(batches, summary), "}"]);
}

function answer(status: number, contentType: string, texts: readonly string[]): Answer {
  return { status, headers: { "content-type": contentType }, body: inPieces(texts) };
}
