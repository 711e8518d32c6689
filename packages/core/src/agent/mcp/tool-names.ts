import { sha256 } from "../../runtime/hash.ts";

/** Providers take no longer names, and no other characters than these. */
const MAX_NAME = 64;
const OTHER_CHARACTERS = /[^a-zA-Z0-9_-]/g;
const HASH_CHARACTERS = 8;

/** The names of all tools of a server begin so. */
export function serverPrefix(server: string): string {
  return `mcp__${server}__`;
}

function withHash(name: string, original: string): string {
  return `${name.slice(0, MAX_NAME - HASH_CHARACTERS - 1)}_${sha256(original).slice(0, HASH_CHARACTERS)}`;
}

/**
 * The names under which a model is offered the tools of servers: `mcp__<server>__<tool>`. One that is too long, has other characters or
 * would be another's as well ends with a hash of the original, so that it stays the same whatever other tools there are.
 */
export function toolNames(tools: readonly { readonly server: string; readonly name: string }[]): string[] {
  const plain = tools.map(({ server, name }) => {
    const mapped = `${serverPrefix(server)}${name.replace(OTHER_CHARACTERS, "_")}`;
    const isExact = mapped.length <= MAX_NAME && mapped === `${serverPrefix(server)}${name}`;
    return isExact ? mapped : withHash(mapped, `${server}\n${name}`);
  });
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return tools.map(({ server, name }, index) => {
    const own = plain[index] ?? "";
    return counts.get(own) === 1 ? own : withHash(own, `${server}\n${name}`);
  });
}
