import { expect, it } from "vitest";
import { Refusals } from "./refusals.ts";

it("refusals are reported once each, and at most a fixed number", () => {
  const refusals = new Refusals();
  const refusal = (host: string, port = 443) => ({ host, port, reason: "not in the list" });
  for (const each of [refusal("a.test"), refusal("a.test"), refusal("a.test", 80)]) refusals.add(each);
  expect(refusals.take()).toEqual([refusal("a.test"), refusal("a.test", 80)]);
  expect(refusals.take()).toEqual([]);
  for (let index = 0; index < 1_000; index++) refusals.add(refusal(`h${index}.test`));
  expect(refusals.take()).toHaveLength(50);
});
