import type { Table } from "./table.ts";

/** The field for a column: a property, `label:<name>`, or none. */
export type Target = "name" | "content" | "description" | "" | `label:${string}`;

export type Mapping = readonly Target[];

const LABEL = "label:";

/** Common column names, in order of preference. */
const KNOWN_NAMES: Readonly<Record<"name" | "content" | "description", readonly string[]>> = {
  name: ["name", "title", "act", "key", "id"],
  content: ["content", "prompt", "text", "body", "template", "message"],
  description: ["description", "summary", "note", "notes", "comment"],
};

export function guessMapping(columns: readonly string[]): Mapping {
  const names = columns.map((column) => column.toLowerCase());
  const chosen = new Map<number, Target>();
  for (const field of ["name", "content", "description"] as const) {
    const found = KNOWN_NAMES[field].map((known) => names.indexOf(known)).find((index) => index !== -1);
    if (found !== undefined) chosen.set(found, field);
  }
  return columns.map((column, index): Target =>
    column.toLowerCase().startsWith(LABEL) && column.length > LABEL.length
      ? `label:${column.slice(LABEL.length)}`
      : (chosen.get(index) ?? ""),
  );
}

/** Why a table cannot be imported with this mapping, or null. */
export function mappingProblem(mapping: Mapping): string | null {
  for (const field of ["name", "content"] as const) {
    const count = mapping.filter((target) => target === field).length;
    if (count === 0) return `Choose a column for the ${field}.`;
    if (count > 1) return `Only one column can be the ${field}.`;
  }
  return null;
}

/** The number of rows whose name occurs in an earlier row. */
export function countDuplicates({ rows }: Table, mapping: Mapping): number {
  const names = rows.map((row) => row[mapping.indexOf("name")] ?? "");
  return names.length - new Set(names).size;
}

/** The rows as prompts without empty fields. With `isNumbered`, duplicate names get a number: `Coach`, `Coach 2`. */
export function promptsOf({ rows }: Table, mapping: Mapping, isNumbered: boolean): readonly object[] {
  const taken = new Set(rows.map((row) => row[mapping.indexOf("name")] ?? ""));
  const last = new Map<string, number>();
  const numbered = (name: string): string => {
    let number = (last.get(name) ?? 0) + 1;
    while (number > 1 && taken.has(`${name} ${number}`)) number += 1;
    last.set(name, number);
    return number === 1 ? name : `${name} ${number}`;
  };
  return rows.map((row) => {
    const prompt = promptOf(row, mapping);
    return prompt.name === undefined || !isNumbered ? prompt : { ...prompt, name: numbered(prompt.name) };
  });
}

function promptOf(row: readonly string[], mapping: Mapping) {
  const cells = mapping.map((target, index) => [target, row[index] ?? ""] as const);
  const filled = cells.filter(([target, value]) => target !== "" && value !== "");
  const labels = filled.filter(([target]) => target.startsWith(LABEL));
  const fields: { readonly name?: string } = Object.fromEntries(
    filled.filter(([target]) => !target.startsWith(LABEL)),
  );
  return {
    ...fields,
    ...(labels.length > 0 && {
      labels: Object.fromEntries(labels.map(([target, value]) => [target.slice(LABEL.length), value])),
    }),
  };
}
