import { describe, expect, it } from "vitest";
import { redactArguments } from "./redact-arguments.ts";
import { Redaction } from "../redaction/redact.ts";

const pem = [
  "-----BEGIN KEY-----",
  "aZ09+/bY18".repeat(7).slice(0, 64),
  "cX27+/dW36".repeat(7).slice(0, 64),
  "-----END KEY-----",
].join("\n");
const [, line = ""] = pem.split("\n");
const quoted = `pa"ss'w$rd!2024`;
const redact = new Redaction().redactor({
  KEY: "it's-a-pass",
  QUOTED: quoted,
  PORT: "5432",
  PEM: pem,
  MARK: "p&ss<w0rd>",
});
const command = (text: string) => JSON.stringify({ command: text });

describe("the arguments of a call", () => {
  it.each([
    ["quoted for a shell", command(`curl -u 'u:it'\\''s-a-pass' h`), command("curl -u 'u:[secret KEY]' h")],
    [
      "with backslashes for a shell",
      command(`curl pa\\"ss\\'w\\$rd\\!2024 h`),
      command("curl [secret QUOTED] h"),
    ],
    [
      "as JSON in a command",
      command(`curl -d '${JSON.stringify({ p: quoted })}'`),
      command(`curl -d '{"p":"[secret QUOTED]"}'`),
    ],
    ["escaped as any writer may", '{"command":"p\\u0026ss\\u003cw0rd\\u003e"}', command("[secret MARK]")],
    ["beside a quote", command(`grep "${line}" *.pem`), command('grep "[secret PEM]" *.pem')],
    ["as a number", '{"limit":5432}', '{"limit":"[secret PORT]"}'],
    ["as a name, deep down", '{"a":[{"5432":null}]}', '{"a":[{"[secret PORT]":null}]}'],
    ["in what is no JSON", '{"command":"5432', '{"command":"[secret PORT]'],
  ])("hold no secret that is written %s", (_, given, kept) => {
    expect(redactArguments(given, redact)).toBe(kept);
  });

  it("are the same text where they hold none", () => {
    for (const text of ['{ "a" : 1.0, "b":"\\u0041" }', "", "no JSON", "[".repeat(100_000)])
      expect(redactArguments(text, redact)).toBe(text);
  });
});
