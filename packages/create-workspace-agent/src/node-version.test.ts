import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { complaintAboutNode, OLDEST_NODE } from "./node-version.ts";

test("the oldest Node is the one that the package names", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly engines: { readonly node: string };
  };
  expect(engines.node).toBe(`>=${OLDEST_NODE}`);
});

test.for([
  ["20.20.2", false],
  ["22.9.0", false],
  ["22.17.1", false],
  ["22.18.0", true],
  ["24.0.0-nightly", true],
] as const)("Node %s: %s", ([version, isSupported]) => {
  expect(complaintAboutNode(version) === null).toBe(isSupported);
});
