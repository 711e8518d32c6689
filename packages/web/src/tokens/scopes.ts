import type { CreateServiceToken } from "../api/service-tokens.ts";
import type { Choice } from "../ui/checkboxes.tsx";

export type Scope = NonNullable<CreateServiceToken["scopes"]>[number];

export const SCOPES: readonly Choice<Scope>[] = [
  { value: "workspaces:read", hint: "Read workspaces, sessions, transcripts, and usage" },
  { value: "workspaces:write", hint: "Create, change, and delete workspaces" },
  { value: "chat", hint: "Send messages, interrupt the agent, and answer its questions" },
  { value: "approve", hint: "Allow or deny the agent's requests" },
  { value: "files:read", hint: "Read files" },
  { value: "files:write", hint: "Write, move, and delete files" },
  { value: "library:read", hint: "Read prompts, templates, and skills" },
  { value: "library:write", hint: "Change prompts, templates, and skills" },
  { value: "webhooks:write", hint: "Read and change webhooks" },
];
