import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuSeconds } from "../../cpu-seconds.test-support.ts";
import { DomainError } from "../errors/domain-error.ts";
import { fillPrompt, placeholdersOf } from "./placeholders.ts";

const MAX = 1_000_000;

function errorsOf(content: string, values: Record<string, string>): Record<string, string> {
  try {
    fillPrompt(content, values, MAX);
  } catch (error) {
    if (!DomainError.isInstance(error)) throw error;
    expect(error.code).toBe("invalid_request");
    return Object.fromEntries((error.errors ?? []).map(({ pointer, detail }) => [pointer, detail]));
  }
  throw new Error("it was filled");
}

describe("the placeholders of a prompt", () => {
  it("are named once each, in the order of the text", () => {
    expect(placeholdersOf("{{b}} and {{ a }}, {{b }}, {{\ta.x-1_}} {{größe}}")).toEqual([
      "b",
      "a",
      "a.x-1_",
      "größe",
    ]);
  });

  it.each([
    "{a}",
    "{{}}",
    "{{ }}",
    "{{a b}}",
    "{{a\n}}",
    "{{-a}}",
    "{{a|upper}}",
    "{{a}",
    "{ {a}}",
    "{{__proto__}}",
  ])("are not what %j holds", (content) => {
    expect(placeholdersOf(content)).toEqual([]);
    expect(fillPrompt(content, {}, MAX)).toBe(content);
  });

  it("are the inner ones of braces in braces", () => {
    expect(fillPrompt("{{{a}}} {{{{a}}}}", { a: "x" }, MAX)).toBe("{x} {{x}}");
  });

  it("are found in a time that grows with the text, whatever it holds", async () => {
    const hostile = ["{{".repeat(200_000), `{{a${" ".repeat(400_000)}`, `{{${"a".repeat(400_000)}`];
    const seconds = await cpuSeconds(() => {
      for (const content of hostile) expect(placeholdersOf(content)).toEqual([]);
    });
    expect(seconds).toBeLessThan(10);
  });
});

describe("a filled prompt", () => {
  it("holds each value as it is, in every place", () => {
    expect(fillPrompt("{{a}}-{{ b }}-{{a}}", { a: "{{b}} $& $1", b: "{{a}}" }, MAX)).toBe(
      "{{b}} $& $1-{{a}}-{{b}} $& $1",
    );
  });

  it("is the text itself around any values", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (texts, value) => {
        const safe = texts.map((text) => text.replaceAll(/[{}]/g, ""));
        expect(fillPrompt(safe.join("{{x}}"), safe.length > 1 ? { x: value } : {}, MAX)).toBe(
          safe.join(value),
        );
      }),
    );
  });

  it("wants exactly the arguments of the prompt, and names each that is wrong", () => {
    expect(errorsOf("{{a}} {{b}}", { b: "", "c/d": "x", toString: "y" })).toEqual({
      "#/prompt/arguments/a": "is required",
      "#/prompt/arguments/c~1d": "is not an argument of the prompt",
      "#/prompt/arguments/toString": "is not an argument of the prompt",
    });
    expect(errorsOf("{{valueOf}}", {})).toEqual({ "#/prompt/arguments/valueOf": "is required" });
  });

  it("is refused before it is made when it would be too long", () => {
    const content = "{{a}}".repeat(50_000);
    expect(() => fillPrompt(content, { a: "x".repeat(1_000_000) }, MAX)).toThrow("payload_too_large");
    expect(fillPrompt("{{a}}", { a: "x".repeat(MAX) }, MAX)).toHaveLength(MAX);
  });
});
