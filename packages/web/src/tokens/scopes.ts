import type { CreateServiceToken } from "../api/service-tokens.ts";

export type Scope = NonNullable<CreateServiceToken["scopes"]>[number];

export const SCOPES: readonly { readonly scope: Scope; readonly description: string }[] = [
  { scope: "workspaces:read", description: "Read workspaces, sessions, transcripts, and usage" },
  { scope: "workspaces:write", description: "Create, change, and delete workspaces" },
  { scope: "chat", description: "Send messages, interrupt the agent, and answer its questions" },
  { scope: "approve", description: "Allow or deny the agent's requests" },
  { scope: "files:read", description: "Read files" },
  { scope: "files:write", description: "Write, move, and delete files" },
  { scope: "library:read", description: "Read prompts, templates, and skills" },
  { scope: "library:write", description: "Change prompts, templates, and skills" },
  { scope: "webhooks:write", description: "Read and change webhooks" },
];
