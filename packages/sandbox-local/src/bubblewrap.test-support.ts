import { whyNotStarted } from "../../sandbox-process/src/testing/needs.ts";
import { localSandbox } from "./index.ts";

let asked: Promise<string | null> | undefined;

/** Why the tests with bubblewrap cannot run on this machine, or null. Checked once per process. */
export function whyNoBubblewrap(): Promise<string | null> {
  asked ??= whyNotStarted(localSandbox());
  return asked;
}
