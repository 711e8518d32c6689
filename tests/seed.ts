/** The same on every run, so that failures come from changes. */
const DEFAULT_SEED = "20261121";

/** The seed of generated tests: `TEST_SEED`, a number or `random`. */
export const SEED = seedOf(process.env["TEST_SEED"] ?? DEFAULT_SEED);

function seedOf(text: string): number {
  const seed = text === "random" ? Date.now() % 2 ** 31 : Number(text);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is "${text}". Use a whole number or random.`);
  return seed;
}
