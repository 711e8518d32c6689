import { spawnSync } from "node:child_process";

/** The sandbox whose output arrives while a command runs. */
export const HAS_BUBBLEWRAP: boolean =
  spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"]).status === 0;
if (!HAS_BUBBLEWRAP) console.warn("SKIPPED: tests of live output, since bubblewrap does not work here.");
