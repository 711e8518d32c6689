/** Models of the table are those with tools of these providers, under the names that models.dev has for them. */
const PROVIDERS = ["anthropic", "openai", "google"];
/** Models of other APIs than that of a conversation, and names that stand for another model from time to time. */
const LEFT_OUT = /realtime|live|image|audio|deep-research|computer-use|-latest$/;

const belongs = ({ reference, capabilities }) =>
  PROVIDERS.includes(reference.split("/")[0]) &&
  capabilities.value.tools === true &&
  !LEFT_OUT.test(reference);

const FIGURES = ["context_window", "max_output_tokens", "prices", "capabilities"];

/** Models of models.dev with the overrides in their order, each figure with the origin that decides it. */
export function mergeModels(given, overrides) {
  const models = new Map(given.filter(belongs).map((model) => [model.reference, model]));
  for (const { reference, source, date, name, ...figures } of overrides) {
    const before = models.get(reference) ?? {
      ...{ reference, name: null, context_window: null, max_output_tokens: null },
      ...{ prices: null, capabilities: null },
    };
    const over = FIGURES.filter((figure) => figure in figures).map((figure) => [
      figure,
      { value: figures[figure], source, date },
    ]);
    models.set(reference, { ...before, name: name ?? before.name, ...Object.fromEntries(over) });
  }
  return [...models.values()].toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
}

/** The figures of one source, those of long prompts by names such as `long_prompt.input`. */
const flat = ({ long_prompt: long = {}, ...rest }) => ({
  ...rest,
  ...Object.fromEntries(Object.entries(long).map(([name, value]) => [`long_prompt.${name}`, value])),
});

const figuresOf = ({ context_window, max_output_tokens, prices }) =>
  flat({
    context_window: context_window?.value,
    max_output_tokens: max_output_tokens?.value,
    ...prices?.value,
  });

/** A line for each figure that the second source has otherwise, with what the overrides say of it. */
export function disagreements(given, second, overrides) {
  const decided = new Set(
    overrides.flatMap(({ reference, ...rest }) => Object.keys(rest).map((name) => `${reference} ${name}`)),
  );
  return given.filter(belongs).flatMap((model) => {
    const other = flat(second.get(model.reference) ?? {});
    return Object.entries(figuresOf(model)).flatMap(([name, value]) => {
      if (value === undefined || other[name] === undefined || other[name] === value) return [];
      // Litellm counts the prompt alone.
      if (name === "context_window" && other[name] + other.max_output_tokens === value) return [];
      const part = name.endsWith("tokens") || name === "context_window" ? name : "prices";
      const by = decided.has(`${model.reference} ${part}`) ? "decided by an override" : "NOT DECIDED";
      return [`${model.reference} ${name}: models.dev ${value}, litellm ${other[name]} (${by})`];
    });
  });
}
