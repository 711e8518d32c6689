import type { FieldKind } from "./form-model.ts";

/** Fields with a control of their own. */
export const SPECIAL: Readonly<Record<string, FieldKind>> = {
  model: "model",
  small_model: "model",
  system_prompt: "prose",
  env: "variables",
  "sandbox.network": "network",
  permissions: "permissions",
  mcp_servers: "servers",
};

interface Group {
  readonly title: string;
  readonly description: string | null;
  /** Fields, or objects with all their fields. */
  readonly has: readonly string[];
}

export const GROUPS: readonly Group[] = [
  { title: "Model", description: null, has: ["model", "small_model", "system_prompt", "skills"] },
  { title: "Limits", description: "For each turn. An empty field has no limit.", has: ["limits"] },
  {
    title: "Sandbox",
    description: null,
    has: ["sandbox.image", "sandbox.cpus", "sandbox.memory_mb", "sandbox.disk_mb"],
  },
  { title: "Network", description: null, has: ["sandbox.network"] },
  { title: "Shared volume", description: null, has: ["afs"] },
  {
    title: "Permissions",
    description: "Whether a tool may run, has to ask, or is denied. Other tools are allowed.",
    has: ["permissions"],
  },
  {
    title: "Environment",
    description: "Environment variables of commands. Secrets are hidden in responses, transcripts, and logs.",
    has: ["env"],
  },
  { title: "MCP servers", description: "Servers with tools for the agent.", has: ["mcp_servers"] },
  { title: "Compaction", description: null, has: ["compaction"] },
  {
    title: "Retention",
    description: "In days. An empty field retains everything, unless the host removes it earlier.",
    has: ["retention"],
  },
];

interface FieldTexts {
  readonly label: string;
  readonly hint?: string;
}

export const TEXTS: Readonly<Record<string, FieldTexts>> = {
  model: { label: "Model" },
  small_model: { label: "Small model", hint: "For summaries and titles." },
  system_prompt: { label: "System prompt", hint: "Added to the built-in system prompt." },
  skills: { label: "Skills", hint: "Names of skills in the library, one per line." },
  "limits.max_steps": { label: "Steps" },
  "limits.max_turn_seconds": { label: "Seconds" },
  "limits.max_input_tokens": { label: "Input tokens" },
  "limits.max_output_tokens": { label: "Output tokens" },
  "limits.max_cost_usd": { label: "Cost in US dollars" },
  "sandbox.image": { label: "Image" },
  "sandbox.cpus": { label: "CPUs" },
  "sandbox.memory_mb": { label: "Memory in MB" },
  "sandbox.disk_mb": { label: "Disk in MB" },
  "sandbox.network": { label: "Network access" },
  "afs.access": { label: "Access", hint: "Access of the agent to /mnt/afs." },
  "afs.root": { label: "Folder", hint: "The folder of the shared volume. Empty for all of it." },
  permissions: { label: "Permissions" },
  env: { label: "Variables" },
  mcp_servers: { label: "Servers" },
  "retention.sessions_days": { label: "Sessions", hint: "Counted from the last activity of a session." },
  "retention.outputs_days": { label: "Complete outputs", hint: "Of shortened outputs of tools." },
  "compaction.enabled": { label: "Summarize older messages when a session exceeds the model’s context" },
};
