import { expect, it } from "vitest";
import type { Row } from "./row.ts";
import { turnsFrom } from "./turns-from.ts";

it("the turns since a message are those of its row and of all rows after it", () => {
  const note = (id: string, turnId: string): Row => ({
    kind: "note",
    id,
    turnId,
    messageId: id,
    at: "2026-01-31T12:00:00.000Z",
    text: "",
    isForModel: false,
  });
  const origin: Row = { kind: "origin", id: "origin", at: "", forkedFrom: null, parent: null };
  const all = [origin, note("a", "one"), note("b", "two"), note("c", "two"), note("d", "three")];
  const view = { order: all.map(({ id }) => id), rows: new Map(all.map((row) => [row.id, row])) };
  expect(turnsFrom(view, "b")).toEqual(["two", "three"]);
  expect(turnsFrom(view, "origin")).toEqual(["one", "two", "three"]);
});
