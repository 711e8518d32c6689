import { OPERATIONS } from "@workspace-agent/core/internal";
import { BulkDeleteSchema, SkillInputSchema, SkillSchema } from "@workspace-agent/core/schemas";
import type { Skill } from "@workspace-agent/core";
import * as v from "valibot";
import { bulkBody } from "../../body/bulk-body.ts";
import { skillBody, type SkillBody } from "../../body/skill-body.ts";
import type { LibraryKind } from "./kind.ts";

const MIB = 1024 * 1024;

export const skills: LibraryKind<Skill, SkillBody, SkillBody> = {
  path: "/api/skills",
  noun: "Skill",
  tag: "Skills",
  operations: OPERATIONS.skills,
  item: SkillSchema,
  createBody: skillBody,
  putBody: skillBody,
  // 64 MiB of files in base64, plus the other fields.
  bulkBody: bulkBody({
    items: v.array(v.union([SkillInputSchema, BulkDeleteSchema])),
    lineBytes: 96 * MIB,
    acceptsPackages: true,
  }),
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
