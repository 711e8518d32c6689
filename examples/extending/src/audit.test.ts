import { expect, it } from "vitest";
import { givenService } from "./given-service.test-support.ts";
import { audit, type AuditLine } from "./audit.ts";

const writing = (path: string) => ({ toolCalls: [{ name: "write", arguments: { path, content: "x\n" } }] });

it("each turn and each call is written down, and lock files are left alone", async () => {
  const lines: AuditLine[] = [];
  const middleware = [audit(async (line) => void lines.push(line))];
  const script = [writing("notes.txt"), writing("package.lock"), { text: "done" }];
  await using given = await givenService(script, { middleware });
  const { status, messages } = await given.run("Write two files.");
  expect(status).toBe("completed");
  await expect
    .poll(() => lines.map(({ what, tool }) => [what, tool]))
    .toEqual([
      ["turn begins", undefined],
      ["call begins", "write"],
      ["call ends", "write"],
      ["turn ends", undefined],
    ]);
  expect(messages.filter(({ role }) => role === "tool")[1]?.content).toBe(
    "Lock files are changed by people alone.",
  );
  const path = `/workspaces/${given.workspace}/agent/files?path=package.lock`;
  expect((await given.call("GET", path)).status).toBe(404);
});
