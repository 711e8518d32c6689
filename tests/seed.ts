/** The same on every run, so that what fails is what was changed. */
const DEFAULT_SEED = "20261121";

/** What generated tests begin from: `TEST_SEED`, a number or `random`, which looks further than a usual run does. */
export const SEED = seedOf(process.env["TEST_SEED"] ?? DEFAULT_SEED);

function seedOf(text: string): number {
  const seed = text === "random" ? Date.now() % 2 ** 31 : Number(text);
  if (!Number.isInteger(seed))
    throw new Error(`TEST_SEED is "${text}", and can be a whole number or random.`);
  return seed;
}
