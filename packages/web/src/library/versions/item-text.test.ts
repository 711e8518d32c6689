import type { Prompt, Skill, Template } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { textOfBody, textOfItem } from "./item-text.ts";

const kept = {
  version: 3,
  created_at: "2030-01-01T00:00:00.000Z",
  updated_at: "2030-01-02T00:00:00.000Z",
};

test("a prompt is its head and its content", () => {
  const prompt: Prompt = {
    ...kept,
    id: "prm_1",
    name: "A",
    description: "",
    content: "Say {{x}}.",
    arguments: ["x"],
    labels: { b: "2", a: "1" },
  };
  expect(textOfItem(prompt)).toBe("name: A\nlabel a: 1\nlabel b: 2\n\nSay {{x}}.\n");
  expect(textOfBody({ name: "A", description: "D", content: "x", labels: {} })).toBe(
    "name: A\ndescription: D\n\nx\n",
  );
});

test("a template is the same text whether it came or is about to be sent, in any order of its keys", () => {
  const template: Template = {
    ...kept,
    id: "tpl_1",
    name: "T",
    description: "",
    config: { system_prompt: "Be brief.", model: null },
    files: [{ path: "a", content: "x" }],
    labels: {},
  };
  const body = {
    labels: {},
    files: [{ content: "x", path: "a" }],
    config: { model: null, system_prompt: "Be brief." },
    description: "",
    name: "T",
  };
  expect(textOfItem(template)).toBe(textOfBody(body));
  expect(textOfItem(template)).not.toContain("tpl_1");
});

test("a skill is its properties and a line for each file", () => {
  const skill: Skill = {
    ...kept,
    id: "skl_1",
    name: "s",
    description: "D",
    license: null,
    compatibility: null,
    metadata: {},
    allowed_tools: [],
    warnings: [],
    files: [
      { path: "SKILL.md", size: 10 },
      { path: "run.sh", size: 5, executable: true },
    ],
  };
  expect(textOfItem(skill)).toMatch(/"name": "s"\n}\n\nSKILL.md {2}10 B\nrun.sh {2}5 B {2}executable\n$/);
});
