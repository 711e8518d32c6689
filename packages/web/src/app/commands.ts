import type { useNavigate } from "@tanstack/react-router";
import { instancePath, signsIn } from "../api/instance.ts";
import { KINDS, KIND_TEXTS } from "../library/kinds.ts";
import { lastSession } from "../workspace/chat/last-session.ts";
import { signOut } from "./sign-out.ts";
import { filesKey } from "./use-palette-key.ts";

/** What the text of the palette begins with to find files of the open workspace, as in a message to the agent. */
export const FILE_SIGN = "@";

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** The shortcut, as it is shown. */
  readonly keys?: string;
  readonly isPath?: boolean;
}

type Go = (navigate: ReturnType<typeof useNavigate>) => unknown;

/** An entry of the command palette. It opens a screen, or writes into the palette. */
export type Command = Entry & ({ readonly go: Go } | { readonly write: string });

/** Every screen with a URL of its own. */
export function screenCommands(): readonly Command[] {
  const screen = { group: "Page" };
  const library = { group: "Library" };
  return [
    { ...screen, id: "workspaces", name: "Workspaces", go: (navigate) => navigate({ to: "/workspaces" }) },
    {
      id: "new-workspace",
      name: "New workspace",
      group: "Action",
      go: (navigate) => navigate({ to: "/workspaces", search: { create: true } }),
    },
    ...KINDS.map((kind): Command => ({
      ...library,
      id: kind,
      name: KIND_TEXTS[kind].title,
      go: (navigate) => navigate({ to: "/library/$kind", params: { kind } }),
    })),
    ...KINDS.map((kind): Command => ({
      ...library,
      id: `import-${kind}`,
      name: `Import ${kind}`,
      go: (navigate) => navigate({ to: "/library/$kind/import", params: { kind } }),
    })),
    { ...screen, id: "batches", name: "Batches", go: (navigate) => navigate({ to: "/batches" }) },
    {
      id: "new-batch",
      name: "New batch",
      group: "Action",
      go: (navigate) => navigate({ to: "/batches", search: { create: true } }),
    },
    {
      ...screen,
      id: "tokens",
      name: "Service tokens",
      go: (navigate) => navigate({ to: "/integration/tokens" }),
    },
    {
      ...screen,
      id: "webhooks",
      name: "Webhooks",
      go: (navigate) => navigate({ to: "/integration/webhooks" }),
    },
    {
      id: "new-webhook",
      name: "New webhook",
      group: "Action",
      go: (navigate) => navigate({ to: "/integration/webhooks", search: { create: true } }),
    },
    {
      ...screen,
      id: "audit",
      name: "Audit log",
      go: (navigate) => navigate({ to: "/integration/audit" }),
    },
    {
      ...screen,
      id: "docs",
      name: "API reference",
      go: () => location.assign(instancePath("/api/docs")),
    },
    ...(signsIn ? [{ id: "sign-out", name: "Sign out", group: "Action", go: () => void signOut() }] : []),
  ];
}

/** The views of the open workspace. */
export function viewCommands(id: string): readonly Command[] {
  const view = { group: "This workspace" };
  const params = { id };
  return [
    {
      ...view,
      id: "chat",
      name: "Chat",
      go: (navigate) => navigate({ to: "/workspaces/$id/chat", params, search: lastSession(id) }),
    },
    {
      ...view,
      id: "new-session",
      name: "New session",
      go: (navigate) => navigate({ to: "/workspaces/$id/chat", params, search: {} }),
    },
    {
      ...view,
      id: "changes",
      name: "Changes",
      go: (navigate) => navigate({ to: "/workspaces/$id/changes", params, search: lastSession(id) }),
    },
    {
      ...view,
      id: "files",
      name: "Files",
      go: (navigate) => navigate({ to: "/workspaces/$id/files", params }),
    },
    {
      ...view,
      id: "open-file",
      name: "Open file…",
      keys: filesKey,
      write: FILE_SIGN,
    },
    {
      ...view,
      id: "snapshots",
      name: "Snapshots",
      go: (navigate) => navigate({ to: "/workspaces/$id/snapshots", params }),
    },
    {
      ...view,
      id: "schedules",
      name: "Schedules",
      go: (navigate) => navigate({ to: "/workspaces/$id/schedules", params }),
    },
    {
      ...view,
      id: "config",
      name: "Config",
      go: (navigate) => navigate({ to: "/workspaces/$id/config", params }),
    },
    {
      ...view,
      id: "usage",
      name: "Usage",
      go: (navigate) => navigate({ to: "/workspaces/$id/usage", params }),
    },
  ];
}

/** The commands that contain every word of a text. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/);
  return commands.filter(({ name, group }) =>
    words.every((word) => `${name} ${group}`.toLowerCase().includes(word)),
  );
}
