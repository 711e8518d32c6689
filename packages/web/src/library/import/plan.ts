import { ndjsonBody, type ImportBody } from "../../api/library-import.ts";
import { guessMapping, mappingProblem, promptsOf, type Mapping } from "./columns.ts";
import type { Source } from "./read-file.ts";

interface TableChoices {
  readonly mapping: Mapping;
  readonly isNumbered: boolean;
}

/** The request body, or why the file cannot be imported. */
type Plan =
  | { readonly body: ImportBody; /** Null for an archive. */ readonly count: number | null }
  | { readonly problem: string };

export function firstChoices(source: Source): TableChoices {
  return { mapping: source.form === "table" ? guessMapping(source.table.columns) : [], isNumbered: true };
}

export function planOf(source: Source, { mapping, isNumbered }: TableChoices): Plan {
  switch (source.form) {
    case "archive":
      return { body: { body: source.archive, type: source.type }, count: null };
    case "lines":
      return { body: ndjsonBody(source.lines), count: source.lines.length };
    case "table": {
      const problem = mappingProblem(mapping);
      if (problem !== null) return { problem };
      const prompts = promptsOf(source.table, mapping, isNumbered);
      return { body: ndjsonBody(prompts.map((prompt) => JSON.stringify(prompt))), count: prompts.length };
    }
  }
}
