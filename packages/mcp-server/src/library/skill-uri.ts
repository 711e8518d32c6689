/** `skill://<name>/<path>`, as the protocol's extension for skills has it. */
export function skillUri(name: string, path: string): string {
  return `skill://${name}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The parts of such an address; null for another. */
export function parseSkillUri(uri: string): { readonly name: string; readonly path: string } | null {
  const [, name, path] = /^skill:\/\/([a-z0-9-]+)\/([^?#]+)$/.exec(uri) ?? [];
  if (name === undefined || path === undefined) return null;
  try {
    return { name, path: path.split("/").map(decodeURIComponent).join("/") };
  } catch {
    return null;
  }
}
