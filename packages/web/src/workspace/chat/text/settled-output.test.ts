import { expect, test } from "vitest";
import { settled, settledOutput } from "./settled-output.ts";

test("terminal escapes are removed", () => {
  expect(
    settledOutput("\u001B[1;31mred\u001B[0m \u001B]0;title\u0007on\u001B]8;;https://example.com\u001B\\link"),
  ).toBe("red onlink");
  expect(settledOutput("\u001B[2J\u001B[Hclear\u001Bc")).toBe("clear");
});

test("overwritten text is removed", () => {
  expect(settledOutput("10 %\r50 %\r100 %\ndone\r\n")).toBe("100 %\ndone\n");
});

test("overwritten text is removed with any line end", () => {
  expect(settledOutput("a\rb\rc\r\r\nd\r")).toBe("c\nd");
});

test("a line that will be overwritten is shown until then", () => {
  expect(settledOutput("10 %\r50 %\r")).toBe("50 %");
  expect(settledOutput("\r\r")).toBe("");
});

test.each([
  ["unterminated control strings", `${"\u0090".repeat(300_000)}\u001B`],
  ["a long line beside an overwritten one", `${"x".repeat(300_000)}\n\r\ry`],
  ["unterminated control sequences", `${"\u001B[".repeat(150_000)}\u0001`],
  ["a line that is overwritten often", `${"\r".repeat(300_000)}x`],
  ["an unterminated control sequence", `\u009B${"0".repeat(150_000)}${" ".repeat(150_000)}\u0001`],
])("%s take linear time", (_, text) => {
  expect(settledOutput(text).length).toBeGreaterThan(0);
});

test("styles keep their text, and those of overwritten text apply to what follows", () => {
  const text = "10 %\r20 %\r\u001B[2K" + "done\r\n\u001B]0;title\u0007next";
  const at = (part: string) => text.indexOf(part);
  const styles = [
    { at: 2, sgr: "32" },
    { at: at("ne\r"), sgr: "1" },
    { at: at("\r\n"), sgr: "0" },
    { at: at("title"), sgr: "31" },
    { at: text.length, sgr: "0" },
  ];
  expect(settled({ text, styles })).toEqual({
    text: "done\nnext",
    styles: [
      { at: 0, sgr: "32" },
      { at: 2, sgr: "1" },
      { at: 4, sgr: "0" },
      { at: 5, sgr: "31" },
      { at: 9, sgr: "0" },
    ],
  });
});
