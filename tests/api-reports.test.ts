import { describe, expect, it } from "vitest";

const script = new URL("../scripts/sorted-unions.mjs", import.meta.url).href;
const { withSortedUnions } = (await import(script)) as { withSortedUnions: (line: string) => string };

const areSame = (before: string, after: string) => withSortedUnions(before) === withSortedUnions(after);

describe("a declaration in the reports of what packages export", () => {
  it.each([
    ["type A = B | C | null;", "type A = null | C | B;"],
    ['x: Pick<A, "a" | "b | c"> | C<D | E> | null;', 'x: null | C<E | D> | Pick<A, "b | c" | "a">;'],
    ['x: (() => A | B) | "z") {', 'x: "z" | (() => B | A)) {'],
    ["extends A | B ? C : D | E", "extends B | A ? C : E | D"],
    ["x: A | {\n  b: B;\n} | C;", "x: C | {\n  b: B;\n} | A;"],
    ["x: {\n  a: A;\n  b: B | C;\n};", "x: {\n  b: C | B;\n  a: A;\n};"],
  ])("is the same whatever the order of a union's members and of properties: %s", (before, after) => {
    expect(areSame(before, after)).toBe(true);
  });

  it.each([
    ["copy(from: string, to: string): void;", "copy(to: string, from: string): void;"],
    ["take(name: string, size: number): void;", "take(name: number, size: string): void;"],
    ["run(input: A): B;", "run(input: B): A;"],
    ["names: string[];", "names: string;"],
    ["names: Map<string, number>;", "names: Map<number, string>;"],
    ["type A = B | C;", "type A = B & C;"],
    ["x: A | B[];", "x: B | A[];"],
    ["x?: A;", "x: A;"],
    ["x: {\n  a: A;\n  b: B;\n};", "x: {\n  a: B;\n  b: A;\n};"],
    ["x: {\n  a: A;\n  b: B;\n};", "x: {\n  a: A;\n};"],
  ])("is another where all else changes, down to an order: %s", (before, after) => {
    expect(areSame(before, after)).toBe(false);
  });
});
