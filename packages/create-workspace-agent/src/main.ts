#!/usr/bin/env node
import { complaintAboutNode } from "./node-version.ts";

/** `EXIT.usage`. Older versions of Node may not be able to load its module. */
const WRONG_USE = 2;

const complaint = complaintAboutNode(process.versions.node);
if (complaint === null) {
  const { runProgram } = await import("./program.ts");
  process.exitCode = await runProgram(process.argv.slice(2), process.cwd(), {
    out: (text) => void process.stdout.write(text),
    note: (text) => void process.stderr.write(text),
  });
} else {
  process.stderr.write(`create-workspace-agent: ${complaint}\n`);
  process.exitCode = WRONG_USE;
}
