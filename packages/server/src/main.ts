#!/usr/bin/env node
import { mkdirSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { complaintAboutNode } from "@workspace-agent/cli/node-version";

// A name that an older Node does not export would fail before the complaint: this file imports none.

/** The exit code for wrong usage. Older versions of Node may not be able to load its module. */
const WRONG_USE = 2;

/**
 * Stores compiled code with the data, because compiling is a good part of a start. The folder can be deleted at any time; without it, the
 * server starts more slowly.
 */
function keepCompiled(): void {
  const dataDir = process.env["DATA_DIR"] || "./data";
  try {
    // Nobody else may write code that this program runs.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  module.enableCompileCache(join(dataDir, "compiled"));
}

/**
 * Has V8 collect garbage when its heap has grown by 40 %; by itself it waits until a young heap has grown by some hundred MiB. Under load
 * the server uses a third less memory (`docs/deploy.md`).
 */
function keepSmall(): void {
  setFlagsFromString("--heap-growing-percent=40");
}

const complaint = complaintAboutNode(process.versions.node);
if (complaint === null) {
  if (process.argv[2] === "serve") {
    keepSmall();
    keepCompiled();
  }
  await import("./start.ts");
  module.flushCompileCache();
} else {
  process.stderr.write(`workspace-agent: ${complaint}\n`);
  process.exitCode = WRONG_USE;
}
