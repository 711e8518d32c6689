import { expect, test } from "vitest";
import { imageProblem } from "./images.ts";

const image = { name: "a.png", type: "image/png", size: 1000 };

test("images are limited in type, number, and size", () => {
  expect(imageProblem(image, [])).toBe(null);
  expect(imageProblem({ ...image, type: "image/svg+xml" }, [])).toContain("not a PNG");
  expect(imageProblem({ ...image, size: 6_000_000 }, [])).toContain("larger than 5");
  expect(
    imageProblem(
      image,
      Array.from({ length: 20 }, () => image),
    ),
  ).toContain("20 images");
  expect(
    imageProblem({ ...image, size: 5_000_000 }, [image, { size: 5_000_000 }, { size: 5_000_000 }]),
  ).toContain("in total");
});
