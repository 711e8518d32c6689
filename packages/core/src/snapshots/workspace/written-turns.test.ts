import { expect, it } from "vitest";
import { MOST_TURNS, WrittenTurns } from "./written-turns.ts";

it("the oldest turns are forgotten, and a turn that writes again is none of them", () => {
  const turns = new WrittenTurns("instance");
  const add = (session: string) =>
    turns.set(session, { turnId: `turn of ${session}`, begun: Promise.resolve(), epoch: 1, wroteAt: 1 });
  for (let n = 0; n < MOST_TURNS; n++) add(`session ${n}`);
  add("session 0");
  add("another");
  expect(turns.get("session 1")).toBeUndefined();
  for (const session of ["session 0", "session 2", "another"])
    expect(turns.get(session)?.turnId).toBe(`turn of ${session}`);
});

it("when a turn last wrote is known unless another instance had it since", () => {
  const turns = new WrittenTurns("instance");
  turns.set("session", { turnId: "turn", begun: Promise.resolve(), epoch: 3, wroteAt: 9 });
  expect([3, 4, 5].map((epoch) => turns.lastOf("session", "turn", epoch))).toEqual([9, 9, null]);
  expect(turns.lastOf("session", "another turn", 3)).toBeNull();
});
