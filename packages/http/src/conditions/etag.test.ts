import { describe, expect, test } from "vitest";
import { expectedEtag, isNotModified } from "./etag.ts";

const is = (etag: string | null) => () => Promise.resolve(etag);

describe("If-None-Match on a read", () => {
  test("compares weakly, in a list, or with everything", () => {
    for (const header of ['"7"', 'W/"7"', '"6", "7"', '"6" ,W/"7"', "*", ' "7"']) {
      expect(isNotModified(header, "7")).toBe(true);
    }
    for (const header of [null, '"8"', '""']) expect(isNotModified(header, "7")).toBe(false);
  });

  test.each(["7", '"7', "", '"a""b"', '"7",,', "*,*"])("refuses %o", (header) => {
    expect(() => isNotModified(header, "7")).toThrow("invalid_request");
  });
});

describe("conditions of a write", () => {
  test("are none without headers", async () => {
    expect(await expectedEtag({ ifMatch: null, ifNoneMatch: null }, is("1"))).toBeUndefined();
  });

  test("one tag is left to the write itself, so that nothing comes between", async () => {
    const never = () => Promise.reject(new Error("asked"));
    expect(await expectedEtag({ ifMatch: '"1"', ifNoneMatch: null }, never)).toBe("1");
    expect(await expectedEtag({ ifMatch: null, ifNoneMatch: "*" }, never)).toBeNull();
  });

  test("a list or a star is settled on what is there", async () => {
    expect(await expectedEtag({ ifMatch: '"1", "2"', ifNoneMatch: null }, is("2"))).toBe("2");
    expect(await expectedEtag({ ifMatch: "*", ifNoneMatch: null }, is("2"))).toBe("2");
    expect(await expectedEtag({ ifMatch: null, ifNoneMatch: '"1"' }, is("2"))).toBe("2");
    expect(await expectedEtag({ ifMatch: null, ifNoneMatch: '"1"' }, is(null))).toBeNull();
  });

  test.each([
    [{ ifMatch: "*", ifNoneMatch: null }, null],
    [{ ifMatch: 'W/"2"', ifNoneMatch: null }, "2"],
    [{ ifMatch: '"1", "3"', ifNoneMatch: null }, "2"],
    [{ ifMatch: null, ifNoneMatch: '"2"' }, "2"],
    [{ ifMatch: '"2"', ifNoneMatch: '"2"' }, "2"],
    [{ ifMatch: '"2"', ifNoneMatch: "*" }, "2"],
  ])("%o fails against %o", async (conditions, etag) => {
    await expect(expectedEtag(conditions, is(etag))).rejects.toThrow("precondition_failed");
  });
});
