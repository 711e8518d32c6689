import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputRing } from "./output-ring.ts";

describe("the output of a background process", () => {
  it("is returned from where the last look ended", () => {
    const ring = new OutputRing();
    ring.add("one\ntw");
    expect(ring.look(undefined, false)).toEqual({ text: "one\ntw", lost: 0, waiting: 0 });
    expect(ring.look(undefined, false)).toEqual({ text: "", lost: 0, waiting: 0 });
    ring.add("o\n");
    expect(ring.look(undefined, false).text).toBe("o\n");
  });

  it("is stored up to its newest part, and a look says how much was lost", () => {
    const ring = new OutputRing(10);
    for (let index = 0; index < 100; index++) ring.add("abcd\n");
    expect(ring.look(undefined, false)).toEqual({ text: "abcd\nabcd\n", lost: 490, waiting: 0 });
    ring.add("end");
    expect(ring.look(undefined, false)).toEqual({ text: "end", lost: 0, waiting: 0 });
  });

  it("is filtered by line, and an unfinished line waits", () => {
    const ring = new OutputRing();
    ring.add("GET /a\nerror: x\nGET /b\nerr");
    expect(ring.look("error", false)).toEqual({ text: "error: x\n", lost: 0, waiting: 3 });
    ring.add("or: y");
    expect(ring.look("error", false).text).toBe("");
    expect(ring.look("error", true).text).toBe("error: y");
  });

  it("is filtered by whole lines, also where a line is returned in parts", () => {
    const ring = new OutputRing();
    const long = `error${"x".repeat(60_000)}\n`;
    ring.add(`${long}none\n`);
    let shown = "";
    for (;;) {
      const { text, waiting } = ring.look("error", false);
      shown += text;
      if (waiting === 0) break;
    }
    expect(shown).toBe(long);
    ring.add("err");
    expect(ring.look(undefined, false).text).toBe("err");
    ring.add("or");
    expect(ring.look("error", false).text).toBe("or");
    ring.add(": y\nnone\n");
    expect(ring.look("error", false)).toEqual({ text: ": y\n", lost: 0, waiting: 0 });
  });

  it("does not continue a line whose rest was lost", () => {
    const ring = new OutputRing(10);
    ring.add("error");
    expect(ring.look(undefined, false).text).toBe("error");
    ring.add(": x\nGET /a\nGET /b\n");
    expect(ring.look("error", false)).toEqual({ text: "", lost: 8, waiting: 0 });
  });

  it("is filtered by plain text, not by a pattern", () => {
    const ring = new OutputRing();
    ring.add("(a+)+$\naaaa\n");
    expect(ring.look("(a+)+$", true).text).toBe("(a+)+$\n");
  });

  it("loses nothing between looks, however long it is", () => {
    const piece = fc.oneof(fc.constant("line\n"), fc.constant("x".repeat(60_000)), fc.constant("\n"));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const ring = new OutputRing();
        for (const text of pieces) ring.add(text);
        let shown = "";
        for (;;) {
          const { text, waiting } = ring.look(undefined, false);
          expect(text.length).toBeLessThanOrEqual(49_152);
          shown += text;
          if (waiting === 0) break;
        }
        expect(shown).toBe(pieces.join(""));
      }),
      { numRuns: 30 },
    );
  });
});
