import { it } from "vitest";
import { expectSmall, GREEDY } from "./greedy-commands.test-support.ts";

/** Those that grow fast. */
const [STRINGS, , FILES, , , BUFFERS] = GREEDY;

it("greedy commands end by themselves, and the process that interprets them stays small", async () => {
  await expectSmall([STRINGS, FILES, BUFFERS]);
});
