import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

export { makeLocal } from "../one-workspace.test-support.ts";

export const isSkipped = skips("what fills the disk of the local sandbox", await whyNoBubblewrap());
