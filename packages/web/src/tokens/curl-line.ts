/** A command that shows that a token works, for a POSIX shell. */
export function curlLine(baseUrl: string, token: string): string {
  return `curl -H 'Authorization: Bearer ${token}' '${baseUrl.replaceAll("'", "%27")}/api/workspaces'`;
}
