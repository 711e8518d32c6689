/** Names with a meaning for every JavaScript object. The schemas drop them silently. */
export const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

interface Node {
  readonly value: object;
  readonly name: string | null;
  readonly parent: Node | null;
}

function pathOf(node: Node, name: string): string[] {
  const path = [name];
  for (let at: Node | null = node; at?.name != null; at = at.parent) path.unshift(at.name);
  return path;
}

/** The path of a member with a reserved name in a JSON value of any depth, or null. */
export function reservedName(value: unknown): readonly string[] | null {
  const open: Node[] =
    typeof value === "object" && value !== null ? [{ value, name: null, parent: null }] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const [name, member] of Object.entries(node.value) as [string, unknown][]) {
      if (RESERVED.has(name) && !Array.isArray(node.value)) return pathOf(node, name);
      if (typeof member === "object" && member !== null) open.push({ value: member, name, parent: node });
    }
  }
  return null;
}
