import { expect, it } from "vitest";
import { nicenessOfCommands } from "./instance-limits.ts";

it("commands have a lower priority than the service, whatever its own is", () => {
  expect([-20, -5, 0, 9, 15, 19].map(nicenessOfCommands)).toEqual([-10, 5, 10, 19, 19, 19]);
});
