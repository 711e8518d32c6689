/** The groups of operations, in the order of the reference. */
export const TAGS = [
  { name: "Workspaces", description: "Where an agent works: its config, its sessions, its files." },
  { name: "Chat", description: "Giving the agent work." },
  { name: "Sessions", description: "Conversations, their turns, their transcript and their events." },
  { name: "Files", description: "The workspace's own files, whether or not a sandbox is running." },
  {
    name: "Shared files",
    description: "The shared volume that every workspace with access sees at `/mnt/afs`.",
  },
  { name: "Prompts", description: "Stored prompts with placeholders, in versions." },
  { name: "Templates", description: "What new workspaces start with, in versions." },
  {
    name: "Skills",
    description: "Folders of instructions that an agent reads when it needs them, in versions.",
  },
  { name: "Service tokens", description: "Credentials for programs, made by people." },
  { name: "Audit log", description: "Who signed in, made tokens, changed configs and answered approvals." },
  { name: "Sign-in", description: "How a person's browser gets its session, and who a credential is." },
  { name: "Webhooks", description: "Telling other programs that turns end and people are asked." },
  { name: "Instance", description: "The documents and the health of this instance." },
] as const;

/** The chapters of the reference: viewers that know `x-tagGroups` set the groups below them. */
const CHAPTERS = [
  { name: "Work", tags: ["Workspaces", "Chat", "Sessions"] },
  { name: "Files", tags: ["Files", "Shared files"] },
  { name: "Library", tags: ["Prompts", "Templates", "Skills"] },
  { name: "Access", tags: ["Service tokens", "Audit log", "Sign-in"] },
  { name: "Service", tags: ["Webhooks", "Instance"] },
] as const;

export interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

/** The chapters with the tags that are in use; every tag is in one. */
export function tagGroups(used: ReadonlySet<string>): readonly TagGroup[] {
  return CHAPTERS.map(({ name, tags }) => ({ name, tags: tags.filter((tag) => used.has(tag)) })).filter(
    ({ tags }) => tags.length > 0,
  );
}
