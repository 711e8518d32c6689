// The service loads these at first use, which takes real time: a request would wait while the world's clock continues.
import "../../../packages/archives/src/patch/text-hunks.ts";
import "../../../packages/archives/src/zip/read-zip.ts";
import "../../../packages/archives/src/zip/zip-library.ts";
import "../../../packages/core/src/library/skills/skill-folder.ts";
