import { expect, test } from "vitest";
import { imageProblem } from "./images.ts";

const image = { name: "a.png", size: 1000 };

test("images are limited in number and size", () => {
  expect(imageProblem(image, [])).toBe(null);
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
