import type { TagGroup } from "../openapi-document.ts";

/** Groups of operations, in the order of the reference. */
export const TAGS = [
  { name: "Workspaces", description: "The configs, sessions and files of agents." },
  { name: "Chat", description: "Messages to the agent." },
  { name: "Sessions", description: "Conversations with their turns, transcripts and events." },
  { name: "Schedules", description: "Work for the agent at given times, without anyone present." },
  { name: "Batches", description: "Many tasks that the agent does by itself, with their results." },
  { name: "Files", description: "The files of a workspace, whether or not its sandbox is running." },
  {
    name: "Shared files",
    description: "The shared volume that workspaces with access mount at `/mnt/afs`.",
  },
  {
    name: "Snapshots",
    description: "The files of workspaces as they were: to read, to compare, and to return to.",
  },
  { name: "Prompts", description: "Versioned prompts with placeholders." },
  { name: "Templates", description: "Versioned templates for new workspaces." },
  {
    name: "Skills",
    description: "Versioned folders of instructions that agents read when they need them.",
  },
  { name: "Service tokens", description: "Credentials for programs, created by people." },
  { name: "Audit log", description: "Sign-ins, changes of tokens and configs, and answered approvals." },
  { name: "Sign-in", description: "Browser sessions, and the current principal." },
  { name: "Models", description: "The models that workspaces can use." },
  {
    name: "Webhooks",
    description: "Notifications about ended turns, requests to people, runs of schedules and ended batches.",
  },
  { name: "Instance", description: "Documentation and health of this instance." },
] as const;

/** Chapters of the reference, for viewers that support `x-tagGroups`. */
const CHAPTERS = [
  { name: "Work", tags: ["Workspaces", "Chat", "Sessions", "Schedules", "Batches"] },
  { name: "Files", tags: ["Files", "Shared files", "Snapshots"] },
  { name: "Library", tags: ["Prompts", "Templates", "Skills"] },
  { name: "Access", tags: ["Service tokens", "Audit log", "Sign-in"] },
  { name: "Service", tags: ["Models", "Webhooks", "Instance"] },
] as const;

/** The chapters with the tags that are used. */
export function tagGroups(used: ReadonlySet<string>): readonly TagGroup[] {
  return CHAPTERS.map(({ name, tags }) => ({ name, tags: tags.filter((tag) => used.has(tag)) })).filter(
    ({ tags }) => tags.length > 0,
  );
}
