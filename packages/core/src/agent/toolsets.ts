import { toJsonSchema } from "@valibot/to-json-schema";
import type { ToolSpecification } from "../ports/model.ts";
import type { Tool } from "./tool.ts";

/** Tools, and what the model receives about them. */
export interface Toolset {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly specifications: readonly ToolSpecification[];
}

function specify({ name, description, parameters, schema }: Tool): ToolSpecification {
  if (schema !== undefined) return { name, description, parameters: schema };
  const options = { target: "draft-2020-12", errorMode: "ignore" } as const;
  const { $schema, ...written } = toJsonSchema(parameters, options);
  return { name, description, parameters: written };
}

/** Makes toolsets, and the specification of each tool once: generating a schema takes longer than the rest of a turn's preparation. */
export class Toolsets {
  private readonly specified = new WeakMap<Tool, ToolSpecification>();

  /** Sorted by name, so that a provider's prompt cache holds. No two tools may have the same name. */
  of(tools: readonly Tool[]): Toolset {
    const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return {
      tools: new Map(sorted.map((tool) => [tool.name, tool])),
      specifications: sorted.map((tool) => this.specificationOf(tool)),
    };
  }

  private specificationOf(tool: Tool): ToolSpecification {
    const known = this.specified.get(tool) ?? specify(tool);
    this.specified.set(tool, known);
    return known;
  }
}
