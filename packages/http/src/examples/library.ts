import { NDJSON, toLines } from "../streams/ndjson.ts";
import type { OperationExamples } from "./operations.ts";

const TIMES = { created_at: "2026-01-31T11:50:00.000Z", updated_at: "2026-01-31T11:55:00.000Z" };
const JSON_TYPE = "application/json";

const promptInput = {
  name: "review/branch",
  description: "Reviews a branch against main.",
  content: "Review the branch {{branch}} and list what is wrong, worst first.",
  labels: { team: "billing" },
};

const prompt = {
  id: "prm_01kg9vx5e8m3q7t2w4y6z8a0bc",
  ...promptInput,
  arguments: ["branch"],
  version: 2,
  ...TIMES,
};

const templateInput = {
  name: "node",
  description: "A package with its tests.",
  config: { system_prompt: "Run the tests before you say that you are done.", skills: ["release-notes"] },
  files: [
    { path: "package.json", content: '{"type": "module"}\n' },
    { path: "scripts/test.sh", content: "#!/bin/sh\nnode --test\n", executable: true },
  ],
  labels: { language: "javascript" },
};

const skillInput = {
  files: [
    {
      path: "SKILL.md",
      content:
        "---\nname: release-notes\ndescription: Writes release notes from commits.\n---\nRead the log since the last tag.\n",
    },
    { path: "scripts/log.sh", content: "#!/bin/sh\ngit log --oneline\n", executable: true },
  ],
};

const skill = {
  id: "skl_01kg9vx5e8m3q7t2w4y6z8a0bc",
  name: "release-notes",
  description: "Writes release notes from commits.",
  license: null,
  compatibility: null,
  metadata: {},
  allowed_tools: [],
  files: [
    { path: "SKILL.md", size: 109 },
    { path: "scripts/log.sh", size: 27, executable: true },
  ],
  warnings: [],
  version: 1,
  ...TIMES,
};

const results = [
  { index: 0, name: prompt.name, id: prompt.id, status: "updated", version: 2 },
  { index: 1, name: "old", status: "unchanged" },
  {
    index: 2,
    name: "empty",
    status: "error",
    error: {
      code: "invalid_request",
      detail: "The field #/content must not be empty.",
      errors: [{ pointer: "#/content", detail: "must not be empty" }],
    },
  },
];

const summary = { created: 0, updated: 1, unchanged: 1, deleted: 0, errors: 1 };

const items = [promptInput, { op: "delete", name: "old" }, { name: "empty", content: "" }];

export const LIBRARY_SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  Prompt: prompt,
  PromptInput: promptInput,
  PromptReplacement: { content: "Review {{branch}}." },
  Template: { id: "tpl_01kg9vx5e8m3q7t2w4y6z8a0bc", ...templateInput, version: 1, ...TIMES },
  TemplateInput: templateInput,
  TemplateReplacement: { config: { system_prompt: "Be brief." } },
  Skill: skill,
  SkillInput: skillInput,
  LibraryFile: { path: "scripts/test.sh", content: "#!/bin/sh\nnode --test\n", executable: true },
  Rollback: { version: 1 },
  BulkDelete: { op: "delete", name: "old" },
  BulkAnswer: { results, summary },
  BulkResult: results[0],
  BulkSummary: summary,
};

export const LIBRARY_OPERATION_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  loadPrompts: {
    request: {
      [JSON_TYPE]: {
        mixed: {
          summary: "One to store, one to delete",
          value: [promptInput, { op: "delete", name: "old" }],
        },
      },
      [NDJSON]: {
        mixed: { summary: "One to store, one to delete, one with an error", value: toLines(items) },
      },
    },
    responses: {
      200: {
        [NDJSON]: {
          mixed: {
            summary: "One line per item, then the summary",
            value: toLines([...results, { summary }]),
          },
        },
      },
    },
  },
  loadTemplates: {
    request: { [JSON_TYPE]: { one: { summary: "One template", value: [templateInput] } } },
  },
  loadSkills: {
    request: { [JSON_TYPE]: { one: { summary: "One skill", value: [skillInput] } } },
  },
};
