import { whyNoDocker } from "../docker.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

export { makeDocker } from "../one-workspace.test-support.ts";

export const isSkipped = skips("what fills the disk of containers", await whyNoDocker());
