/** Whether all hosts that one pattern stands for are those of another: a name, or `*.example.com` for all below one. */
function covers(wide: string, narrow: string): boolean {
  const [outer, inner] = [wide.toLowerCase(), narrow.toLowerCase()];
  return outer === inner || (outer.startsWith("*.") && inner.endsWith(outer.slice(1)));
}

/** Whether one of several patterns covers a host or a pattern. */
export function isCovered(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => covers(pattern, host));
}
