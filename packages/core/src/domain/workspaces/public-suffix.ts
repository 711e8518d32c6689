import { getPublicSuffix } from "tldts";

/** Names that the internet's DNS never gives away: whoever runs a network names its hosts below them. */
const LOCAL: ReadonlySet<string> = new Set(["home.arpa", "internal", "local", "localhost", "test"]);

const isPublicSuffix = (name: string) => getPublicSuffix(name, { allowPrivateDomains: true }) === name;

/** What a pattern `*.suffix` is above, where that is a public suffix (publicsuffix.org): anyone can register a name below it. Else null. */
export function publicSuffixOf(pattern: string): string | null {
  if (!pattern.startsWith("*.")) return null;
  const name = pattern.slice(2).toLowerCase();
  if (LOCAL.has(name)) return null;
  // The list names some suffixes by a wildcard of its own: all that is directly below kobe.jp is one.
  return isPublicSuffix(name) || isPublicSuffix(`any.${name}`) ? name : null;
}
