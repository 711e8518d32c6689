import { DomainError } from "@workspace-agent/core";
import { fakeClock } from "@workspace-agent/core/testing";
import { expect, test } from "vitest";
import { untilUnauthorized } from "./until-unauthorized.ts";

const away = new Error("The database is away.");
const overloaded = new DomainError("overloaded", "Try again.");

/** A reader of endless numbers, whose check has the outcome `fails`. */
function reader() {
  const clock = fakeClock();
  let looks = 0;
  // As on a real one, no two looks see the same time.
  const moving = { ...clock, monotonic: () => clock.monotonic() + (looks += 1) / 1_000_000 };
  const left = new AbortController();
  const state = { fails: null as Error | null, asked: 0, told: [] as unknown[] };
  async function* numbers(): AsyncGenerator<number, void> {
    for (let number = 1; ; number++) yield number;
  }
  const passed = untilUnauthorized(numbers(), {
    authorize: async () => {
      state.asked += 1;
      if (state.fails !== null) throw state.fails;
    },
    clock: moving,
    signal: left.signal,
    onFailure: (error) => state.told.push(error),
  });
  const outcome = async () =>
    await passed.next().then(
      ({ value }) => value,
      (error: unknown) => error,
    );
  return { clock, state, outcome, leave: () => left.abort() };
}

test.each([away, overloaded])(
  "a batch waits while the check fails, and is passed on after it: %s",
  async (error) => {
    const { clock, state, outcome } = reader();
    expect(await outcome()).toBe(1);
    await clock.advance(1_000);
    state.fails = error;
    let second: unknown;
    const waiting = outcome().then((value) => (second = value));
    await clock.advance(5_000);
    expect({ second, told: state.told }).toEqual({ second: undefined, told: [error] });
    state.fails = null;
    await clock.advance(1_000);
    await waiting;
    expect(second).toBe(2);
    const { asked } = state;
    expect(await outcome()).toBe(3);
    expect(state.asked).toBe(asked);
  },
);

test("nothing is passed on where the check fails for half a minute, and nobody asks any more", async () => {
  const { clock, state, outcome } = reader();
  await outcome();
  await clock.advance(1_000);
  state.fails = away;
  const end = outcome();
  await clock.advance(30_000);
  expect(await end).toBe(away);
  expect(state.asked).toBe(31);
  expect(clock.sleeping).toBe(0);
  expect(await outcome()).toBeUndefined();
});

test("a refusal ends the wait, and so does a reader who leaves", async () => {
  for (const how of ["refused", "left"]) {
    const { clock, state, outcome, leave } = reader();
    await outcome();
    await clock.advance(1_000);
    state.fails = away;
    const end = outcome();
    await clock.advance(500);
    if (how === "left") leave();
    else state.fails = new DomainError("insufficient_scope", "No.");
    await clock.advance(500);
    expect(await end).toMatchObject(how === "left" ? away : { code: "invalid_token" });
    expect([state.asked, clock.sleeping]).toEqual([2, 0]);
  }
});
