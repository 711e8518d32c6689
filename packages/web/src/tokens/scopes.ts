import type { CreateServiceToken } from "../api/service-tokens.ts";

export type Scope = NonNullable<CreateServiceToken["scopes"]>[number];

/** Every scope and what it allows, in the order in which people read them. */
export const SCOPES: readonly { readonly scope: Scope; readonly allows: string }[] = [
  { scope: "workspaces:read", allows: "See workspaces, sessions, transcripts and usage" },
  { scope: "workspaces:write", allows: "Make, change and delete workspaces" },
  { scope: "chat", allows: "Give the agent work, interrupt it, answer its questions" },
  { scope: "approve", allows: "Allow or deny what the agent has to ask for" },
  { scope: "files:read", allows: "Read files" },
  { scope: "files:write", allows: "Write, move and delete files" },
  { scope: "library:read", allows: "Read prompts, templates and skills" },
  { scope: "library:write", allows: "Change prompts, templates and skills" },
  { scope: "webhooks:write", allows: "See and change webhooks" },
];
