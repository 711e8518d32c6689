import { expect, test } from "vitest";
import { describeBytes } from "./describe-bytes.ts";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 KiB"],
  [1_500_000, "1.4 MiB"],
  [1_048_575, "1.0 MiB"],
  [52_428_800, "50 MiB"],
])("%i bytes are %s", (bytes, said) => {
  expect(describeBytes(bytes)).toBe(said);
});
