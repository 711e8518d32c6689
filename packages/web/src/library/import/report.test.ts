import type { BulkResult } from "@workspace-agent/client";
import { describe, expect, test } from "vitest";
import { addCounts, NO_COUNTS, reasonOf, reportTable } from "./report.ts";

const created: BulkResult = { index: 0, name: "A", id: "prm_1", status: "created", version: 1 };
const failed: BulkResult = {
  index: 1,
  name: "=SUM(A1)",
  status: "error",
  error: {
    code: "invalid_request",
    detail: "The body is wrong.",
    errors: [
      { pointer: "#/labels/a~1b", detail: "must be a text" },
      { pointer: "#", detail: 'must not have "x"' },
    ],
  },
};

describe("the results of an import", () => {
  test("are counted", () => {
    const first = addCounts(NO_COUNTS, [created, failed]);
    expect(first).toEqual({ ...NO_COUNTS, created: 1, error: 1 });
    expect(addCounts(first, [created, { ...created, status: "unchanged" }])).toEqual({
      ...NO_COUNTS,
      created: 2,
      unchanged: 1,
      error: 1,
    });
  });

  test("give the reason of a failure, or warnings", () => {
    expect(reasonOf(failed)).toBe('labels → a/b must be a text; The item must not have "x"');
    const error = { code: "in_use", detail: 'The skill "a" is used by the workspace "b".' };
    expect(reasonOf({ ...failed, error })).toBe(error.detail);
    expect(reasonOf(created)).toBe("");
    expect(reasonOf({ ...created, warnings: ["the name is long", "more"] })).toBe("the name is long; more");
  });

  test("are exported as CSV without formulas", () => {
    expect(reportTable([created, failed])).toBe(
      "item,name,result,version,code,reason\r\n" +
        "1,A,created,1,,\r\n" +
        '2,\'=SUM(A1),failed,,invalid_request,"labels → a/b must be a text; The item must not have ""x"""\r\n',
    );
  });
});
