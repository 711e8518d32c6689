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

type CreatePage = "/workspaces" | "/batches" | "/integration/webhooks";
type PagePath = CreatePage | "/integration/tokens" | "/integration/audit";
type ViewPath = `/workspaces/$id/${"files" | "snapshots" | "schedules" | "config" | "usage"}`;

const page = (id: string, name: string, to: PagePath): Command => ({
  id,
  name,
  group: "Page",
  go: (navigate) => navigate({ to }),
});

const create = (id: string, name: string, to: CreatePage): Command => ({
  id,
  name,
  group: "Action",
  go: (navigate) => navigate({ to, search: { create: true } }),
});

/** Every screen with a URL of its own. */
export function screenCommands(): readonly Command[] {
  const library = { group: "Library" };
  return [
    page("workspaces", "Workspaces", "/workspaces"),
    create("new-workspace", "New workspace", "/workspaces"),
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
    page("batches", "Batches", "/batches"),
    create("new-batch", "New batch", "/batches"),
    page("tokens", "Service tokens", "/integration/tokens"),
    page("webhooks", "Webhooks", "/integration/webhooks"),
    create("new-webhook", "New webhook", "/integration/webhooks"),
    page("audit", "Audit log", "/integration/audit"),
    {
      id: "docs",
      name: "API reference",
      group: "Page",
      go: () => location.assign(instancePath("/api/docs")),
    },
    ...(signsIn ? [{ id: "sign-out", name: "Sign out", group: "Action", go: () => void signOut() }] : []),
  ];
}

/** The views of the open workspace. */
export function viewCommands(id: string): readonly Command[] {
  const group = "This workspace";
  const params = { id };
  const view = (name: string, to: ViewPath): Command => ({
    id: name.toLowerCase(),
    name,
    group,
    go: (navigate) => navigate({ to, params }),
  });
  return [
    {
      id: "chat",
      name: "Chat",
      group,
      go: (navigate) => navigate({ to: "/workspaces/$id/chat", params, search: lastSession(id) }),
    },
    {
      id: "new-session",
      name: "New session",
      group,
      go: (navigate) => navigate({ to: "/workspaces/$id/chat", params, search: {} }),
    },
    {
      id: "changes",
      name: "Changes",
      group,
      go: (navigate) => navigate({ to: "/workspaces/$id/changes", params, search: lastSession(id) }),
    },
    view("Files", "/workspaces/$id/files"),
    { id: "open-file", name: "Open file…", group, keys: filesKey, write: FILE_SIGN },
    view("Snapshots", "/workspaces/$id/snapshots"),
    view("Schedules", "/workspaces/$id/schedules"),
    view("Config", "/workspaces/$id/config"),
    view("Usage", "/workspaces/$id/usage"),
  ];
}

/** The commands that contain every word of a text. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/);
  return commands.filter(({ name, group }) =>
    words.every((word) => `${name} ${group}`.toLowerCase().includes(word)),
  );
}
