import { spawnSync } from "node:child_process";

/** Not `/`: below it, a mount of another test may end while it is bound. */
const PROGRAMS = [
  ...["--ro-bind", "/usr", "/usr"],
  ...["lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
];

/** The sandbox whose output arrives while a command runs. */
export const HAS_BUBBLEWRAP: boolean =
  spawnSync("bwrap", ["--unshare-all", ...PROGRAMS, "/usr/bin/true"]).status === 0;
if (!HAS_BUBBLEWRAP) console.warn("SKIPPED: tests of live output, since bubblewrap does not work here.");
