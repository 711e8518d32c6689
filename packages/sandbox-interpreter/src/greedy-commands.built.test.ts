import { it } from "vitest";
import { expectSmall, GREEDY } from "./greedy-commands.test-support.ts";

/** The commands that allocate fast. */
const [STRINGS, , FILES, , , BUFFERS] = GREEDY;

it("commands that allocate fast end, and the interpreting process stays small", async () => {
  await expectSmall([STRINGS, FILES, BUFFERS]);
});
