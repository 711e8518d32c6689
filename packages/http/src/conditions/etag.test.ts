import { describe, expect, test } from "vitest";
import { expectedEtag, isNotModified } from "./etag.ts";

const sent = (ifMatch: string | null, ifNoneMatch: string | null) => (name: string) =>
  name === "if-match" ? ifMatch : ifNoneMatch;
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
    expect(await expectedEtag(sent(null, null), is("1"))).toBeUndefined();
  });

  test("one tag is left to the write itself, so that nothing comes between", async () => {
    const never = () => Promise.reject(new Error("asked"));
    expect(await expectedEtag(sent('"1"', null), never)).toBe("1");
    expect(await expectedEtag(sent(null, "*"), never)).toBeNull();
  });

  test("a list or a star is settled on what is there", async () => {
    expect(await expectedEtag(sent('"1", "2"', null), is("2"))).toBe("2");
    expect(await expectedEtag(sent("*", null), is("2"))).toBe("2");
    expect(await expectedEtag(sent(null, '"1"'), is("2"))).toBe("2");
    expect(await expectedEtag(sent(null, '"1"'), is(null))).toBeNull();
  });

  test.each([
    ["*", null, null],
    ['W/"2"', null, "2"],
    ['"1", "3"', null, "2"],
    [null, '"2"', "2"],
    ['"2"', '"2"', "2"],
    ['"2"', "*", "2"],
  ])("If-Match %s, If-None-Match %s: fails against %s", async (ifMatch, ifNoneMatch, etag) => {
    await expect(expectedEtag(sent(ifMatch, ifNoneMatch), is(etag))).rejects.toThrow("precondition_failed");
  });
});
