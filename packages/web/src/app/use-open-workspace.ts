import { useMatch } from "@tanstack/react-router";

/** The id of the workspace that is shown, or null. */
export function useOpenWorkspace(): string | null {
  return useMatch({ from: "/shell/workspaces/$id", shouldThrow: false })?.params.id ?? null;
}
