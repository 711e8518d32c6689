import { it } from "vitest";
import { expectSmall, GREEDY } from "./greedy-commands.test-support.ts";

it("greedy commands of all kinds end by themselves, and the process that interprets them stays small", async () => {
  await expectSmall(GREEDY);
});
