import { linesOf, type Load } from "../../api/library-load.ts";
import { guessMapping, mappingFault, promptsOf, type Mapping } from "./columns.ts";
import type { Source } from "./read-file.ts";

/** What is chosen of how a table is read. */
export interface TableChoices {
  readonly mapping: Mapping;
  readonly isNumbered: boolean;
}

/** What is to be sent, or why nothing can be. */
export type Plan =
  | { readonly load: Load; /** Null: nobody knows before it is unpacked. */ readonly count: number | null }
  | { readonly fault: string };

export function firstChoices(source: Source): TableChoices {
  return { mapping: source.form === "table" ? guessMapping(source.table.columns) : [], isNumbered: true };
}

export function planOf(source: Source, { mapping, isNumbered }: TableChoices): Plan {
  switch (source.form) {
    case "archive":
      return { load: { body: source.archive, type: source.type }, count: null };
    case "lines":
      return { load: linesOf(source.lines), count: source.lines.length };
    case "table": {
      const fault = mappingFault(mapping);
      if (fault !== null) return { fault };
      const prompts = promptsOf(source.table, mapping, isNumbered);
      return { load: linesOf(prompts.map((prompt) => JSON.stringify(prompt))), count: prompts.length };
    }
  }
}
