import type { useNavigate } from "@tanstack/react-router";
import { instancePath, signsIn } from "../api/instance.ts";
import { lastSession } from "../workspace/chat/last-session.ts";

type Navigate = ReturnType<typeof useNavigate>;

/** Something that the palette leads to. */
export interface Command {
  readonly id: string;
  readonly name: string;
  /** What kind of thing it is, beside its name. */
  readonly group: string;
  readonly go: (navigate: Navigate) => void;
}

/** Every screen that has an address of its own. A new screen gets its line here. */
export function screenCommands(leave: () => void): readonly Command[] {
  const screens: readonly Command[] = [
    {
      id: "workspaces",
      name: "Workspaces",
      group: "Screen",
      go: (navigate) => void navigate({ to: "/workspaces" }),
    },
    {
      id: "new-workspace",
      name: "Create workspace",
      group: "Action",
      go: (navigate) => void navigate({ to: "/workspaces", search: { create: true } }),
    },
    {
      id: "prompts",
      name: "Prompts",
      group: "Library",
      go: (navigate) => void navigate({ to: "/library/$kind", params: { kind: "prompts" } }),
    },
    {
      id: "templates",
      name: "Templates",
      group: "Library",
      go: (navigate) => void navigate({ to: "/library/$kind", params: { kind: "templates" } }),
    },
    {
      id: "skills",
      name: "Skills",
      group: "Library",
      go: (navigate) => void navigate({ to: "/library/$kind", params: { kind: "skills" } }),
    },
    {
      id: "import-prompts",
      name: "Import prompts",
      group: "Library",
      go: (navigate) => void navigate({ to: "/library/$kind/import", params: { kind: "prompts" } }),
    },
    {
      id: "import-templates",
      name: "Import templates",
      group: "Library",
      go: (navigate) => void navigate({ to: "/library/$kind/import", params: { kind: "templates" } }),
    },
    {
      id: "import-skills",
      name: "Import skills",
      group: "Library",
      go: (navigate) => void navigate({ to: "/library/$kind/import", params: { kind: "skills" } }),
    },
    {
      id: "tokens",
      name: "Service Tokens",
      group: "Screen",
      go: (navigate) => void navigate({ to: "/integration/tokens" }),
    },
    { id: "docs", name: "API Docs", group: "Screen", go: () => location.assign(instancePath("/api/docs")) },
  ];
  const out: Command = { id: "sign-out", name: "Sign out", group: "Action", go: leave };
  return signsIn ? [...screens, out] : screens;
}

const VIEWS = [
  { view: "files", name: "Files" },
  { view: "config", name: "Config" },
  { view: "usage", name: "Usage" },
] as const;

/** The views of the workspace that is open. */
export function viewCommands(id: string): readonly Command[] {
  const group = "This workspace";
  const chat = { to: "/workspaces/$id/chat", params: { id } } as const;
  const changes = { to: "/workspaces/$id/changes", params: { id } } as const;
  return [
    { id: "chat", name: "Chat", group, go: (go) => void go({ ...chat, search: lastSession(id) }) },
    { id: "new-session", name: "New session", group, go: (go) => void go({ ...chat, search: {} }) },
    { id: "changes", name: "Changes", group, go: (go) => void go({ ...changes, search: lastSession(id) }) },
    ...VIEWS.map(({ view, name }): Command => ({
      id: view,
      name,
      group,
      go: (go) => void go({ to: `/workspaces/$id/${view}`, params: { id } }),
    })),
  ];
}

/** A session of the workspace that is open, by its title. */
export function sessionCommand(workspaceId: string, sessionId: string, title: string): Command {
  return {
    id: sessionId,
    name: title,
    group: "Session",
    go: (navigate) =>
      void navigate({
        to: "/workspaces/$id/chat",
        params: { id: workspaceId },
        search: { session: sessionId },
      }),
  };
}

/** Those whose name or kind has every word of a text. */
export function matching<Named extends { readonly name: string; readonly group: string }>(
  commands: readonly Named[],
  text: string,
): readonly Named[] {
  const words = text.toLowerCase().split(/\s+/);
  return commands.filter(({ name, group }) =>
    words.every((word) => `${name} ${group}`.toLowerCase().includes(word)),
  );
}
