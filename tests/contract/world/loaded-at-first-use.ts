// The service loads these at their first use, which takes the machine's own time: a request would wait, and the world's clock go on.
import "../../../packages/archives/src/patch/text-hunks.ts";
import "../../../packages/archives/src/zip/read-zip.ts";
import "../../../packages/archives/src/zip/zip-library.ts";
import "../../../packages/core/src/library/skills/skill-folder.ts";
import "../../../packages/http/src/pages/reference/viewer.ts";
