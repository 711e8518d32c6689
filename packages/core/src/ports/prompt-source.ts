import type { Repositories } from "./store.ts";

/** The library's prompts, as a chat needs them. */
export interface PromptSource {
  /** By id or name; null where there is none. */
  find(repositories: Repositories, tenant: string, ref: string): Promise<{ readonly content: string } | null>;
}
