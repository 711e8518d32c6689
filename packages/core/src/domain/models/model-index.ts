import type { KnownModel } from "./known-model.ts";

/** The sizes of a model. Undefined: not known. */
export interface ModelSize {
  readonly context_window: number | undefined;
  readonly max_output_tokens: number | undefined;
}

export type NamedSize = readonly [name: string, size: ModelSize];

/** What some providers put behind a model's name: the day of a snapshot. */
const SNAPSHOT = /-(\d{8}|\d{4}-\d{2}-\d{2})$/;

/** What a map has of a model by its reference, or by the one without the day of a snapshot. */
export function byReference<Value>(models: ReadonlyMap<string, Value>, reference: string): Value | null {
  return models.get(reference) ?? models.get(reference.replace(SNAPSHOT, "")) ?? null;
}

/** The names of a model in a reference with a vendor's prefix, as in `own/meta-llama/llama-3.3-70b` or `bedrock/us.anthropic.claude-…`. */
function namesIn(reference: string): readonly string[] {
  const lower = reference.toLowerCase();
  const last = lower.slice(lower.lastIndexOf("/") + 1);
  const afterVendor = /^(?:[a-z]{2,4}\.)?[a-z]+\.(.+)$/.exec(last)?.[1];
  return afterVendor === undefined ? [last] : [last, afterVendor];
}

export function sizeOf({ context_window, max_output_tokens }: KnownModel): ModelSize {
  return { context_window: context_window?.value, max_output_tokens: max_output_tokens?.value };
}

/** Models by their references. */
export class ModelIndex {
  private readonly models: ReadonlyMap<string, KnownModel>;
  /** The first letter of a name leads to the names that begin with it, the longest first. */
  private byName: ReadonlyMap<string, readonly NamedSize[]> | null = null;

  constructor(
    models: readonly KnownModel[],
    private readonly families: readonly NamedSize[] = [],
  ) {
    this.models = new Map(models.map((model) => [model.reference, model]));
  }

  get references(): Iterable<string> {
    return this.models.keys();
  }

  /** A model by its reference, also where that names the day of a snapshot. */
  find(reference: string): KnownModel | null {
    return byReference(this.models, reference);
  }

  /** The longest beginning of the name in a reference that is a model's name, whichever provider has it, with its size. */
  sizeByName(reference: string): NamedSize | null {
    for (const name of namesIn(reference)) {
      const among = this.names().get(name.charAt(0)) ?? [];
      const found = among.find(([beginning]) => name.startsWith(beginning));
      if (found !== undefined) return found;
    }
    return null;
  }

  private names(): ReadonlyMap<string, readonly NamedSize[]> {
    if (this.byName !== null) return this.byName;
    const sizes = new Map(this.families);
    for (const model of this.models.values()) {
      const [name] = namesIn(model.reference);
      if (name === undefined || model.context_window === null) continue;
      // Of several providers, the one with the smallest window: calls beyond a window are refused.
      const known = sizes.get(name)?.context_window ?? Infinity;
      if (model.context_window.value <= known) sizes.set(name, sizeOf(model));
    }
    const longestFirst = [...sizes].toSorted(([a], [b]) => b.length - a.length);
    this.byName = Map.groupBy(longestFirst, ([name]) => name.charAt(0));
    return this.byName;
  }
}
