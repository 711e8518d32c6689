import { expect, test } from "vitest";
import { refusalOf } from "./images.ts";

const image = { name: "a.png", type: "image/png", size: 1000 };

test("images are taken up to their number and size, and what is refused is told", () => {
  expect(refusalOf(image, [])).toBe(null);
  expect(refusalOf({ ...image, type: "image/svg+xml" }, [])).toContain("no PNG");
  expect(refusalOf({ ...image, size: 6_000_000 }, [])).toContain("at most 5");
  expect(
    refusalOf(
      image,
      Array.from({ length: 20 }, () => image),
    ),
  ).toContain("20 images");
  expect(
    refusalOf({ ...image, size: 5_000_000 }, [image, { size: 5_000_000 }, { size: 5_000_000 }]),
  ).toContain("together");
});
