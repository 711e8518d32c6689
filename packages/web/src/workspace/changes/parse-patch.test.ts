import { describe, expect, it } from "vitest";
import { parsePatch, textBefore } from "./parse-patch.ts";

const PATCH = `diff --git a/src/my file.ts b/src/my file.ts
index 1..2 100644
--- a/src/my file.ts\t
+++ b/src/my file.ts\t
@@ -1,3 +1,3 @@
 one
-two
+2
 three
@@ -20,2 +20,3 @@
 twenty
+new
 last
\\ No newline at end of file
diff --git "a/gr\\303\\274n \\"x\\"" "b/gr\\303\\274n \\"x\\""
old mode 100644
new mode 100755
# big.bin: it is too large, or cannot be read
`;

describe("the patch of a session", () => {
  it("has both sides of each hunk, with line numbers and a gap between hunks", () => {
    const file = parsePatch(PATCH).files.get("src/my file.ts");
    expect(file?.before).toBe("one\ntwo\nthree\n\ntwenty\nlast");
    expect(file?.after).toBe("one\n2\nthree\n\ntwenty\nnew\nlast");
    expect(file?.lineNumbers.before).toEqual([1, 2, 3, null, 20, 21]);
    expect(file?.lineNumbers.after).toEqual([1, 2, 3, null, 20, 21, 22]);
  });

  it("may have quoted paths and modes", () => {
    expect(parsePatch(PATCH).files.get('grün "x"')).toMatchObject({ before: "", mode: "100644 → 100755" });
  });

  it("has a version of each file: its modes, and the ids of its contents", () => {
    const { files } = parsePatch(PATCH);
    expect(files.get("src/my file.ts")?.version).toBe("index 1..2 100644\n");
    expect(files.get('grün "x"')?.version).toBe("old mode 100644\nnew mode 100755\n");
  });

  it("has comments about files that it does not contain", () => {
    expect(parsePatch(PATCH).comments).toEqual(["big.bin: it is too large, or cannot be read"]);
  });

  it("is empty without changes", () => {
    expect(parsePatch("").files.size).toBe(0);
  });

  it("is taken back from a text that has other changes, and from no other", () => {
    const patch = parsePatch(PATCH).files.get("src/my file.ts")?.patch;
    if (patch == null) throw new Error("There is no patch.");
    const between = Array.from({ length: 16 }, (_, index) => `line ${index + 4}\n`).join("");
    const changed = `one\n2\nthree\n${between}twenty\nnew\nlast`;
    const before = `one\ntwo\nthree\n${between}twenty\nlast`;
    expect(textBefore(changed, patch)).toBe(before);
    expect(textBefore(changed.replace("line 10", "another"), patch)).toBe(
      before.replace("line 10", "another"),
    );
    expect(textBefore(changed.replace("2\n", "3\n"), patch)).toBe(null);
  });
});
