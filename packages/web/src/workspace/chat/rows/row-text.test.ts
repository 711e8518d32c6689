import { expect, it } from "vitest";
import type { CallRow, UserRow } from "../log/row.ts";
import { rowText } from "./row-text.ts";

const call = (written: string, output: string) =>
  ({ kind: "call", name: "bash", call: { arguments: written }, result: { output } }) as CallRow;

it("a search looks at messages, and at the name, arguments and output of calls", () => {
  expect(rowText({ kind: "user", text: "Go on." } as UserRow)).toBe("Go on.");
  const written = JSON.stringify({ command: 'echo "a\nb"', env: { N: 1 }, list: ["x", true] });
  expect(rowText(call(written, "done"))).toBe('bash\necho "a\nb"\n1\nx\ntrue\ndone');
  expect(rowText(call("no JSON", ""))).toBe("bash\nno JSON\n");
});
