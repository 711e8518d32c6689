import { expect, test } from "vitest";
import { totalsOfPatch } from "./split-patch.ts";

const PATCH = `diff --git a/a.sql b/a.sql
index 1..2 100644
--- a/a.sql
+++ b/a.sql
@@ -1,3 +1,3 @@
 select
--- a comment
+++ no comment
+2
-1
diff --git a/became b/became
deleted file mode 100644
index 1..0
--- a/became
+++ /dev/null
@@ -1,1 +0,0 @@
-text
diff --git a/became b/became
new file mode 120000
index 0..1
--- /dev/null
+++ b/became
@@ -0,0 +1,1 @@
+target
\\ No newline at end of file
# big.bin is left out: it is too large, or cannot be read
`;

test("the totals of a patch count files, and the lines of its hunks", () => {
  expect(totalsOfPatch(PATCH)).toEqual({ files: 3, additions: 3, deletions: 3 });
  expect(totalsOfPatch("")).toEqual({ files: 0, additions: 0, deletions: 0 });
});
