/** Names that mean something to every JavaScript object; the schemas drop them without a word. */
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

interface Place {
  readonly value: object;
  readonly name: string | null;
  readonly parent: Place | null;
}

function pathOf(place: Place, name: string): string[] {
  const path = [name];
  for (let at: Place | null = place; at?.name != null; at = at.parent) path.unshift(at.name);
  return path;
}

/** The path of a member with a reserved name in a JSON value, or null. Takes any depth. */
export function reservedName(value: unknown): readonly string[] | null {
  const open: Place[] =
    typeof value === "object" && value !== null ? [{ value, name: null, parent: null }] : [];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const [name, member] of Object.entries(place.value) as [string, unknown][]) {
      if (RESERVED.has(name) && !Array.isArray(place.value)) return pathOf(place, name);
      if (typeof member === "object" && member !== null) open.push({ value: member, name, parent: place });
    }
  }
  return null;
}
