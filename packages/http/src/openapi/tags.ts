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
  { name: "Service tokens", description: "Credentials for programs, made by people." },
  { name: "Sign-in", description: "How a person's browser gets its session, and who a credential is." },
  { name: "Instance", description: "The documents and the health of this instance." },
] as const;
