import type { ToolSpecification } from "../ports/model.ts";
import type { Tool } from "./tool.ts";

/** Tools, and what the model receives about them. */
export interface Toolset {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly specifications: readonly ToolSpecification[];
}

/** Sorted by name, so that a provider's prompt cache holds. No two tools may have the same name. */
export function toolsetOf(tools: readonly Tool[]): Toolset {
  const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    tools: new Map(sorted.map((tool) => [tool.name, tool])),
    specifications: sorted.map(({ name, description, schema }) => ({
      name,
      description,
      parameters: schema,
    })),
  };
}
