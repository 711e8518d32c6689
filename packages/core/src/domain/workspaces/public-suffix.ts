import { getPublicSuffix } from "tldts";

/** Names that are never registered on the internet. Networks use them for their own hosts. */
const LOCAL: ReadonlySet<string> = new Set(["home.arpa", "internal", "local", "localhost", "test"]);

const isPublicSuffix = (name: string) => getPublicSuffix(name, { allowPrivateDomains: true }) === name;

/** The suffix of a pattern `*.suffix` if it is a public suffix (publicsuffix.org), below which anyone can register a name. Else null. */
export function publicSuffixOf(pattern: string): string | null {
  if (!pattern.startsWith("*.")) return null;
  const name = pattern.slice(2).toLowerCase();
  if (LOCAL.has(name)) return null;
  // The list contains wildcards: every name directly below kobe.jp is a public suffix.
  return isPublicSuffix(name) || isPublicSuffix(`any.${name}`) ? name : null;
}
