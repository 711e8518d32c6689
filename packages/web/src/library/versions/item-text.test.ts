import type { Prompt, Skill, Template } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { textOfBody, textOfItem } from "./item-text.ts";

const metadata = {
  version: 3,
  created_at: "2030-01-01T00:00:00.000Z",
  updated_at: "2030-01-02T00:00:00.000Z",
};

test("the text of a prompt has its properties and content", () => {
  const prompt: Prompt = {
    ...metadata,
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

test("the text of a template does not depend on the order of its keys or on its metadata", () => {
  const template: Template = {
    ...metadata,
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

test("the text of a skill has its properties and one line per file", () => {
  const skill: Skill = {
    ...metadata,
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
