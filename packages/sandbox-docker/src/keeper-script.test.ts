import { spawn } from "node:child_process";
import { once } from "node:events";
import { onLines } from "@workspace-agent/sandbox-process";
import { expect, it } from "vitest";
import { READING } from "./keeper-script.ts";

/** What the keeper does in place of killing, and of a step of an order that is under way. */
const HARMLESS = `
kill() { echo "all are killed"; }
nap() { :; }
step() { echo "step $1"; }
order() { echo "order $*"; }
declare -A mark=([first]=w1)
ends=0`;

it("takes steps while an order arrives in parts, reads it whole, and ends with its input", async () => {
  const keeper = spawn("bash", ["--noprofile", "--norc", "-c", `${HARMLESS}${READING}`], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  let news = Promise.withResolvers<null>();
  onLines(keeper.stdout, (line) => {
    lines.push(line);
    news.resolve(null);
    news = Promise.withResolvers();
  });
  const steps = async (more: number) => {
    const enough = lines.length + more;
    while (lines.length < enough) await news.promise;
  };
  for (const part of ["end ab", "c ", "w2\nen"]) {
    keeper.stdin.write(part);
    await steps(3);
  }
  keeper.stdin.end("d def w3\n");
  await once(keeper, "close");
  expect(lines.filter((line) => line !== "step first")).toEqual([
    "order end abc w2",
    "order end def w3",
    "all are killed",
  ]);
});
