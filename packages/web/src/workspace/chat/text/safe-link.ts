const SCHEMES = ["http:", "https:", "mailto:"];

/** An address that may be opened; null: it leads to a script, to a file, or nowhere by itself. */
export function safeLink(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const url = new URL(address);
  return SCHEMES.includes(url.protocol) ? url.href : null;
}
