import type { PromptSource } from "../../ports/prompt-source.ts";
import { findByRef } from "../collection/collection-ref.ts";
import { promptContent, promptKind } from "./prompt-kind.ts";

/** The library's prompts, as chats use them. */
export const libraryPrompts: PromptSource = {
  async find(repositories, tenant, ref) {
    const record = await findByRef(repositories, promptKind, tenant, ref);
    return record === null ? null : { content: promptContent(record).content };
  },
};
