import { expect, test } from "vitest";
import { isComposing } from "./is-composing.ts";

test.each([
  [{ isComposing: false, keyCode: 13 }, false],
  [{ isComposing: true, keyCode: 13 }, true],
  // Safari, for the key that confirms a composition.
  [{ isComposing: false, keyCode: 229 }, true],
])("%j belongs to an input method: %s", (event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
