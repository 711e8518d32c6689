import type { FieldKind } from "./form-model.ts";

/** Where a form of the schema alone would be a worse form. */
export const SPECIAL: Readonly<Record<string, FieldKind>> = {
  system_prompt: "prose",
  env: "variables",
  "sandbox.network": "network",
  permissions: "permissions",
  mcp_servers: "servers",
};

interface GroupWords {
  readonly title: string;
  readonly description: string | null;
  /** The fields, and objects with all their fields, that stand in it. */
  readonly has: readonly string[];
}

export const GROUPS: readonly GroupWords[] = [
  { title: "Model", description: null, has: ["model", "small_model", "system_prompt", "skills"] },
  { title: "Limits", description: "The bounds of each turn. An empty field is no bound.", has: ["limits"] },
  {
    title: "Sandbox",
    description: "What commands are given.",
    has: ["sandbox.image", "sandbox.cpus", "sandbox.memory_mb", "sandbox.disk_mb"],
  },
  { title: "Network", description: null, has: ["sandbox.network"] },
  { title: "Shared volume", description: null, has: ["afs"] },
  {
    title: "Permissions",
    description:
      "What a tool may do at once, after somebody’s approval, or never. Tools not named here are allowed.",
    has: ["permissions"],
  },
  {
    title: "Environment",
    description: "Variables of commands. A secret is never shown again, in no answer, transcript or log.",
    has: ["env"],
  },
  { title: "MCP servers", description: "Servers whose tools the agent may use.", has: ["mcp_servers"] },
  { title: "Compaction", description: null, has: ["compaction"] },
];

interface Words {
  readonly label: string;
  readonly hint?: string;
}

export const WORDS: Readonly<Record<string, Words>> = {
  model: { label: "Model", hint: "Empty: the instance’s." },
  small_model: { label: "Small model", hint: "For summaries and names. Empty: the instance’s." },
  system_prompt: { label: "System prompt", hint: "Added to the built-in one." },
  skills: { label: "Skills", hint: "Names in the library, one a line." },
  "limits.max_steps": { label: "Steps" },
  "limits.max_turn_seconds": { label: "Seconds" },
  "limits.max_input_tokens": { label: "Tokens in" },
  "limits.max_output_tokens": { label: "Tokens out" },
  "limits.max_cost_usd": { label: "Cost in US dollars" },
  "sandbox.image": { label: "Image", hint: "Empty: the instance’s." },
  "sandbox.cpus": { label: "CPUs" },
  "sandbox.memory_mb": { label: "Memory in MB" },
  "sandbox.disk_mb": { label: "Disk in MB" },
  "sandbox.network": { label: "What commands may reach" },
  "afs.access": { label: "Access", hint: "Whether the agent sees /mnt/afs, and may write there." },
  "afs.root": { label: "Folder", hint: "The folder of the volume that is seen. Empty: all of it." },
  permissions: { label: "Rules" },
  env: { label: "Variables" },
  mcp_servers: { label: "Servers" },
  "compaction.enabled": { label: "Summarise what is old when a session grows too long for its model" },
};
