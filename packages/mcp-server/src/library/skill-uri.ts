/** A URI of the form `skill://<name>/<path>`, as in the skills extension of the protocol. */
export function skillUri(name: string, path: string): string {
  return `skill://${name}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Parses such a URI; null for others. */
export function parseSkillUri(uri: string): { readonly name: string; readonly path: string } | null {
  const [, name, path] = /^skill:\/\/([a-z0-9-]+)\/([^?#]+)$/.exec(uri) ?? [];
  if (name === undefined || path === undefined) return null;
  try {
    return { name, path: path.split("/").map(decodeURIComponent).join("/") };
  } catch {
    return null;
  }
}
