import { OPERATIONS } from "@workspace-agent/core/internal";
import {
  BulkDeleteSchema,
  PromptInputSchema,
  PromptReplacementSchema,
  PromptSchema,
  SkillInputSchema,
  SkillSchema,
  TemplateInputSchema,
  TemplateReplacementSchema,
  TemplateSchema,
  type PromptInput,
  type PromptReplacement,
  type TemplateInput,
  type TemplateReplacement,
} from "@workspace-agent/core/schemas";
import type { Prompt, Skill, Template } from "@workspace-agent/core";
import * as v from "valibot";
import { jsonBody } from "../../body/body-spec.ts";
import { bulkBody } from "../../body/bulk-body.ts";
import { skillBody, type SkillBody } from "../../body/skill-body.ts";
import type { LibraryKind } from "./kind.ts";

const MIB = 1024 * 1024;

const itemsOf = (input: v.GenericSchema) => v.array(v.union([input, BulkDeleteSchema]));

export const prompts: LibraryKind<Prompt, PromptInput, PromptReplacement> = {
  path: "/api/prompts",
  noun: "Prompt",
  tag: "Prompts",
  operations: OPERATIONS.prompts,
  item: PromptSchema,
  createBody: jsonBody(PromptInputSchema),
  putBody: jsonBody(PromptReplacementSchema),
  // The longest content with every character escaped, plus the other fields.
  bulkBody: bulkBody({ items: itemsOf(PromptInputSchema), lineBytes: 8 * MIB, acceptsPackages: false }),
  errors: [],
  collection: (service) => service.prompts,
  create: (service, ...given) => service.prompts.create(...given),
  put: (service, ...given) => service.prompts.put(...given),
};

export const templates: LibraryKind<Template, TemplateInput, TemplateReplacement> = {
  path: "/api/templates",
  noun: "Template",
  tag: "Templates",
  operations: OPERATIONS.templates,
  item: TemplateSchema,
  createBody: jsonBody(TemplateInputSchema),
  putBody: jsonBody(TemplateReplacementSchema),
  bulkBody: bulkBody({ items: itemsOf(TemplateInputSchema), lineBytes: 32 * MIB, acceptsPackages: false }),
  errors: ["not_allowed", "price_unknown"],
  collection: (service) => service.templates,
  create: (service, ...given) => service.templates.create(...given),
  put: (service, ...given) => service.templates.put(...given),
};

export const skills: LibraryKind<Skill, SkillBody, SkillBody> = {
  path: "/api/skills",
  noun: "Skill",
  tag: "Skills",
  operations: OPERATIONS.skills,
  item: SkillSchema,
  createBody: skillBody,
  putBody: skillBody,
  // 64 MiB of files in base64, plus the other fields.
  bulkBody: bulkBody({ items: itemsOf(SkillInputSchema), lineBytes: 96 * MIB, acceptsPackages: true }),
  errors: ["invalid_path"],
  collection: (service) => service.skills,
  create: async (service, principal, body, options) =>
    body.type === "files"
      ? await service.skills.create(principal, body.input, options)
      : await service.skills.createFromPackage(principal, body.source, options),
  put: async (service, principal, ref, body, condition) =>
    body.type === "files"
      ? await service.skills.put(principal, ref, body.input, condition)
      : await service.skills.putPackage(principal, ref, body.source, condition),
  loadPackage: (service, principal, source, options) =>
    service.skills.bulkPackage(principal, source, options),
};
