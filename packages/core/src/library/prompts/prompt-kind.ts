import { canonicalJson } from "../../runtime/canonical-json.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import { validateBody } from "../../domain/validation/validate-body.ts";
import { toTimestamp } from "../../domain/wire.ts";
import type { CollectionKind } from "../collection/collection-kind.ts";
import { placeholdersOf } from "../../domain/library/placeholders.ts";
import {
  PromptInputSchema,
  type Prompt,
  type CheckedPromptInput,
  type CheckedPromptReplacement,
} from "../../domain/library/prompt.ts";

/** The content of a prompt's record. */
type PromptContent = Omit<CheckedPromptInput, "name">;

export function promptContent({ content }: Pick<LibraryRecord, "content">): PromptContent {
  return JSON.parse(content) as PromptContent;
}

/** Prompts. Nothing refers to them after a call. */
export const promptKind: CollectionKind<Prompt, CheckedPromptInput, CheckedPromptReplacement> = {
  kind: "prompt",
  prefix: "prm",
  namePointer: "#/name",
  batch: 21,
  ownsBlobs: false,
  parse: (value) => validateBody(PromptInputSchema, value),
  draft({ name = null, description, content, labels }) {
    return { name, description, content: canonicalJson({ description, content, labels }) };
  },
  toItem(record) {
    const { description, content, labels } = promptContent(record);
    return {
      id: record.id,
      name: record.name,
      description,
      content,
      arguments: placeholdersOf(content),
      labels,
      version: record.version,
      created_at: toTimestamp(record.created_at),
      updated_at: toTimestamp(record.updated_at),
    };
  },
  toExport(record) {
    const { description, content, labels } = promptContent(record);
    return { name: record.name, description, content, labels };
  },
};
