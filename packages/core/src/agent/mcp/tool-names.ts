import { sha256 } from "../../runtime/hash.ts";

/** The longest name that all providers accept. */
const MAX_NAME = 64;
const OTHER_CHARACTERS = /[^a-zA-Z0-9_-]/g;
const HASH_CHARACTERS = 8;

const prefixOf = (server: string) => `mcp__${server}__`;

function withHash(name: string, original: string): string {
  return `${name.slice(0, MAX_NAME - HASH_CHARACTERS - 1)}_${sha256(original).slice(0, HASH_CHARACTERS)}`;
}

/**
 * The names of the servers' tools for models: `mcp__<server>__<tool>`. A name that is too long, has other characters or is not unique ends
 * with a hash of the original, so that it does not depend on the other tools.
 */
export function toolNames(tools: readonly { readonly server: string; readonly name: string }[]): string[] {
  const plain = tools.map(({ server, name }) => {
    const mapped = `${prefixOf(server)}${name.replace(OTHER_CHARACTERS, "_")}`;
    const isExact = mapped.length <= MAX_NAME && mapped === `${prefixOf(server)}${name}`;
    return isExact ? mapped : withHash(mapped, `${server}\n${name}`);
  });
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return tools.map(({ server, name }, index) => {
    const own = plain[index] ?? "";
    return counts.get(own) === 1 ? own : withHash(own, `${server}\n${name}`);
  });
}
