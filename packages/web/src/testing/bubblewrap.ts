import { spawnSync } from "node:child_process";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

/** Not `/`: below it, a mount of another test may end while it is bound. */
const PROGRAMS = [
  ...["--ro-bind", "/usr", "/usr"],
  ...["lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
];

const { status } = spawnSync("bwrap", ["--unshare-all", ...PROGRAMS, "/usr/bin/true"]);

/** The sandbox whose output arrives while a command runs. */
export const HAS_BUBBLEWRAP = !skips(
  "tests of live output",
  status === 0 ? null : "bubblewrap does not work here",
);
