import { BUILT_IN_MODELS } from "../domain/models/built-in-models.ts";
import type { KnownModel } from "../domain/models/known-model.ts";
import { ModelIndex, sizeOf, type ModelSize } from "../domain/models/model-index.ts";
import type { InjectionToken } from "../di.ts";

export const KNOWN_MODELS: InjectionToken<KnownModels> = Symbol.for("workspace-agent.known-models");

/** What is known of models: the built-in table, and the host's catalog over it. */
export class KnownModels {
  private catalog: ModelIndex | null = null;

  /** Puts a catalog in the position of the one before. */
  supersede(models: readonly KnownModel[]): void {
    this.catalog = new ModelIndex(models);
  }

  /** A figure of the catalog stands before that of the table. */
  find(reference: string): KnownModel | null {
    const own = this.catalog?.find(reference) ?? null;
    const builtIn = BUILT_IN_MODELS.find(reference);
    if (own === null || builtIn === null) return own ?? builtIn;
    return {
      reference: own.reference,
      name: own.name ?? builtIn.name,
      context_window: own.context_window ?? builtIn.context_window,
      max_output_tokens: own.max_output_tokens ?? builtIn.max_output_tokens,
      prices: own.prices ?? builtIn.prices,
      capabilities: own.capabilities ?? builtIn.capabilities,
    };
  }

  /** The size of a model. Of one that is not listed it is that of a model whose name begins its own: the table's where both have one. */
  sizeOf(reference: string): ModelSize | null {
    const known = this.find(reference);
    if (known !== null && known.context_window !== null) return sizeOf(known);
    const builtIn = BUILT_IN_MODELS.sizeByName(reference);
    const own = this.catalog?.sizeByName(reference) ?? null;
    if (own === null || builtIn === null) return (own ?? builtIn)?.[1] ?? null;
    return own[0].length > builtIn[0].length ? own[1] : builtIn[1];
  }

  get references(): ReadonlySet<string> {
    return new Set([...BUILT_IN_MODELS.references, ...(this.catalog?.references ?? [])]);
  }
}
