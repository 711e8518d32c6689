import { it } from "vitest";
import { expectSmall, GREEDY } from "./greedy-commands.test-support.ts";

it("all commands that exhaust memory end, and the interpreting process stays small", async () => {
  await expectSmall(GREEDY);
});
