import { expect, it } from "vitest";
import { describeNetwork } from "./network-description.ts";

it("an agent sees what its network reaches, and of many hosts the first and how many more", () => {
  expect(describeNetwork("none")).toBe("There is no network.");
  expect(describeNetwork("open", [80, 443])).toContain(
    "HTTP and HTTPS on the ports 80 and 443, to every public host.",
  );
  expect(describeNetwork({ allow: [] })).toContain("to no host.");
  expect(describeNetwork({ allow: ["a.test", "*.b.test"] })).toContain(
    "HTTP and HTTPS, to these hosts only: a.test, *.b.test.",
  );
  const allow = Array.from({ length: 256 }, (_, index) => `h${index}.test`);
  expect(describeNetwork({ allow })).toMatch(/h29\.test and 226 more\./);
});
