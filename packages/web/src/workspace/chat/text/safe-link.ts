const SCHEMES = ["http:", "https:", "mailto:"];

/** An absolute URL of a web page or mail address; null for others, such as scripts and files. */
export function safeLink(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const url = new URL(address);
  return SCHEMES.includes(url.protocol) ? url.href : null;
}
