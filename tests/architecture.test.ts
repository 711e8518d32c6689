import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync("ARCHITECTURE.md", "utf8");
const walk = page.split("## A chat message, file by file")[1]?.split("\n## ")[0] ?? "";
const steps = [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);

it("leads a chat message through at most 30 files, and through none more than twice", () => {
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.filter((file) => !existsSync(`packages/${file}`))).toEqual([]);
  expect(new Set(steps).size).toBeLessThanOrEqual(30);
  expect(steps.filter((file) => steps.filter((other) => other === file).length > 2)).toEqual([]);
});
