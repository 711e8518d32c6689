/** The session of each workspace that was shown last, as long as the page is open: the way back to the chat leads to it, and that to the changes to what it has changed. */
const shown = new Map<string, string>();

export function keepLastSession(workspaceId: string, sessionId: string | undefined): void {
  if (sessionId === undefined) shown.delete(workspaceId);
  else shown.set(workspaceId, sessionId);
}

/** The search parameters of the chat's address. */
export function lastSession(workspaceId: string): { readonly session?: string } {
  const session = shown.get(workspaceId);
  return session === undefined ? {} : { session };
}
