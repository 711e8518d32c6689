#!/usr/bin/env node
import { complaintAboutNode } from "./node-version.ts";

/** `EXIT.usage`. Older versions of Node may not be able to load its module. */
const WRONG_USE = 2;

const complaint = complaintAboutNode(process.versions.node);
if (complaint === null) {
  const { start } = await import("./start.ts");
  await start();
} else {
  process.stderr.write(`workspace-agent: ${complaint}\n`);
  process.exitCode = WRONG_USE;
}
