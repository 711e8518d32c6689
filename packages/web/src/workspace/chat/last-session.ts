/** The session of each workspace that was shown last. The tabs Chat and Changes go back to it. */
const shown = new Map<string, string>();

export function rememberSession(workspaceId: string, sessionId: string | undefined): void {
  if (sessionId === undefined) shown.delete(workspaceId);
  else shown.set(workspaceId, sessionId);
}

/** The search parameters of those tabs. */
export function lastSession(workspaceId: string): { readonly session?: string } {
  const session = shown.get(workspaceId);
  return session === undefined ? {} : { session };
}
