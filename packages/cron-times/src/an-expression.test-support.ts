import * as fc from "fast-check";

const numbers = (min: number, max: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant("*") },
    { weight: 3, arbitrary: fc.integer({ min, max }).map(String) },
    fc.integer({ min: 2, max: Math.max(2, max >> 1) }).map((step) => `*/${step}`),
    fc
      .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
      .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 2, maxLength: 4 }).map((list) => list.join(",")),
  );

/** Expressions that are often due at night, when clocks jump. */
export const aCron = fc
  .tuple(
    numbers(0, 59),
    fc.oneof(numbers(0, 23), numbers(0, 3)),
    numbers(1, 31),
    numbers(1, 12),
    numbers(0, 7),
  )
  .map((fields) => fields.join(" "));
