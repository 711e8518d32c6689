import * as v from "valibot";
import { batches, body, byteStream, id, parameter, parameters } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { PageRequestSchema } from "../domain/paging.ts";
import { BulkOptionsSchema, type BulkLine } from "../domain/library/bulk.ts";
import { LibraryQuerySchema, RollbackSchema } from "../domain/library/library-query.ts";
import { PromptInputSchema, PromptReplacementSchema } from "../domain/library/prompt.ts";
import { SkillInputSchema } from "../domain/library/skill.ts";
import { TemplateInputSchema, TemplateReplacementSchema } from "../domain/library/template.ts";
import { VolumePathSchema } from "../domain/files/file-query.ts";
import { createOptions } from "../idempotency/create-options.ts";
import type { LibraryApi } from "./library-api.ts";
import type { SkillsApi } from "./skills/skills-api.ts";

const ConditionSchema = v.strictObject({ ifMatch: v.optional(v.nullable(v.string())) });
const condition = parameters(ConditionSchema);
const deleteOptions = parameters(
  v.strictObject({ ...ConditionSchema.entries, force: v.optional(v.boolean()) }),
);
const bulkOptions = parameters(BulkOptionsSchema);

/** A reference to an item is its id or its name. */
function libraryOperations<
  Input,
  CheckedInput extends Input,
  Replacement,
  CheckedReplacement extends Replacement,
>(
  input: v.GenericSchema<Input, CheckedInput>,
  replacement: v.GenericSchema<Replacement, CheckedReplacement>,
) {
  return {
    list: { access: "library:read", inputs: [parameters(LibraryQuerySchema)] },
    export: { access: "library:read", inputs: [], isSync: true },
    create: { access: "library:write", inputs: [body(input), createOptions] },
    get: { access: "library:read", inputs: [id] },
    put: { access: "library:write", inputs: [id, body(replacement), condition] },
    delete: { access: "library:write", inputs: [id, deleteOptions] },
    versions: { access: "library:read", inputs: [id, parameters(PageRequestSchema)] },
    rollback: { access: "library:write", inputs: [id, body(RollbackSchema), createOptions] },
    // Each line is checked as it is read.
    bulk: { access: "library:write", inputs: [batches<readonly BulkLine[]>(), bulkOptions], isSync: true },
  } as const satisfies Operations<LibraryApi<unknown, Input, Replacement>>;
}

export const promptOperations = libraryOperations(PromptInputSchema, PromptReplacementSchema);
export const templateOperations = libraryOperations(TemplateInputSchema, TemplateReplacementSchema);

export const skillOperations: Operations<SkillsApi> = {
  ...libraryOperations(SkillInputSchema, SkillInputSchema),
  createFromPackage: { access: "library:write", inputs: [byteStream, createOptions] },
  putPackage: { access: "library:write", inputs: [id, byteStream, condition] },
  bulkPackage: { access: "library:write", inputs: [byteStream, bulkOptions], isSync: true },
  file: { access: "library:read", inputs: [id, parameter("path", VolumePathSchema)] },
  package: { access: "library:read", inputs: [id] },
};
