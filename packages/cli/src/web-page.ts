/** The page of a session in the web interface. */
export function pageOfSession(instance: string, workspaceId: string, sessionId: string): string {
  return `${instance}/workspaces/${encodeURIComponent(workspaceId)}/chat?session=${encodeURIComponent(sessionId)}`;
}
