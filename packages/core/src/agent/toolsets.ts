import { toJsonSchema } from "@valibot/to-json-schema";
import type { ToolSpecification } from "../ports/model.ts";
import type { Tool } from "./tool.ts";

/** Tools, and what the model receives about them. */
export interface Toolset {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly specifications: readonly ToolSpecification[];
}

function specify(tool: Tool): ToolSpecification {
  if (tool.schema !== undefined)
    return { name: tool.name, description: tool.description, parameters: tool.schema };
  const { $schema, ...parameters } = toJsonSchema(tool.parameters, {
    target: "draft-2020-12",
    errorMode: "ignore",
  });
  return { name: tool.name, description: tool.description, parameters };
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

/** A toolset and others beside it; where two have a name, the toolset's own stays. */
export function withTools(own: Toolset, others: readonly Tool[]): Toolset {
  const added = others.filter(({ name }) => !own.tools.has(name));
  if (added.length === 0) return own;
  return {
    tools: new Map([...own.tools, ...added.map((tool) => [tool.name, tool] as const)]),
    specifications: [...own.specifications, ...added.map(specify)].sort(byName),
  };
}

/** The selections of a host's tools, each made once: a schema takes longer to write than a step to prepare. */
export class Toolsets {
  private readonly sorted: readonly Tool[];
  private readonly made = new Map<string, Toolset>();

  constructor(tools: readonly Tool[]) {
    this.sorted = [...tools].sort(byName);
  }

  /** Sorted by name, so that a provider's prompt cache holds. */
  of(isOffered: (tool: Tool) => boolean): Toolset {
    const offered = this.sorted.filter(isOffered);
    const key = offered.map(({ name }) => name).join("\n");
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const toolset = {
      tools: new Map(offered.map((tool) => [tool.name, tool])),
      specifications: offered.map(specify),
    };
    this.made.set(key, toolset);
    return toolset;
  }
}
