import { expect, test } from "vitest";
import { acceptsType, namesType } from "./accept.ts";

test("a type is named by itself, whatever its case and parameters, but not by a wildcard", () => {
  expect(namesType("text/html, application/JSON;q=0.9", "application/json")).toBe(true);
  expect(namesType("*/*", "application/json")).toBe(false);
  expect(namesType("application/json;q=0", "application/json")).toBe(false);
  expect(namesType("application/json-seq", "application/json")).toBe(false);
  expect(namesType(null, "application/json")).toBe(false);
});

test("a type is accepted by itself, by its family, by everything, and without a header", () => {
  for (const accept of [null, "", "*/*", "text/*", "text/event-stream", "application/json, */*;q=0.1"]) {
    expect(acceptsType(accept, "text/event-stream")).toBe(true);
  }
  for (const accept of ["application/json", "text/event-stream;q=0.0", "image/*"]) {
    expect(acceptsType(accept, "text/event-stream")).toBe(false);
  }
});
