import { describe, expect, it } from "vitest";
import { CLAIMED, mayStartWork, stopCauseOf, transition, type RunEvent, type RunState } from "./run-state.ts";

const turn = { type: "turn_begun", turnId: "trn_1" } as const;
const unavailable = { type: "store_unavailable" } as const;
const finished = { type: "released", hasWork: false } as const;
const unfinished = { type: "released", hasWork: true } as const;
const drain = { type: "drain" } as const;
const interrupt = { type: "interrupt", turnId: "trn_1" } as const;
const handOver = { type: "stop", cause: "handed_over" } as const;
const lose = { type: "stop", cause: "lease_lost" } as const;

const after = (...events: readonly RunEvent[]) => events.reduce(transition, CLAIMED);
const reached = {
  claimed: CLAIMED,
  running: after(turn),
  waiting: after(turn, unavailable),
  ended: after(finished),
  handed_over: after(unfinished),
  lost: after(lose),
} satisfies Record<RunState["name"], RunState>;

const events = { turn, unavailable, finished, unfinished, drain, interrupt, handOver, lose };
type Row = Record<keyof typeof events, RunState["name"] | "throws">;

const requestsChangeNothing = (name: RunState["name"]) =>
  ({ drain: name, interrupt: name, handOver: name, lose: name }) as const;
const over = { turn: "throws", unavailable: "throws", finished: "throws", unfinished: "throws" } as const;

/** The state that each event leads to, by the state before it. */
const TABLE: Record<RunState["name"], Row> = {
  claimed: {
    ...requestsChangeNothing("claimed"),
    turn: "running",
    unavailable: "waiting",
    finished: "ended",
    unfinished: "handed_over",
    lose: "lost",
  },
  running: {
    ...requestsChangeNothing("running"),
    turn: "running",
    unavailable: "waiting",
    finished: "ended",
    unfinished: "handed_over",
    lose: "lost",
  },
  waiting: {
    ...requestsChangeNothing("waiting"),
    turn: "throws",
    unavailable: "throws",
    finished: "ended",
    unfinished: "handed_over",
    lose: "lost",
  },
  ended: { ...requestsChangeNothing("ended"), ...over },
  handed_over: { ...requestsChangeNothing("handed_over"), ...over },
  lost: { ...requestsChangeNothing("lost"), ...over, finished: "lost", unfinished: "lost" },
};

const stateNames = Object.keys(TABLE) as RunState["name"][];
const eventNames = Object.keys(events) as (keyof typeof events)[];
const cases = stateNames.flatMap((name) =>
  eventNames.map((event) => [name, event, TABLE[name][event]] as const),
);

describe("the state of a run", () => {
  it.each(cases)("%s, after %s: %s", (name, event, expected) => {
    const next = () => transition(reached[name], events[event]).name;
    if (expected === "throws") expect(next).toThrow(`A run that is ${name} cannot take the step`);
    else expect(next()).toBe(expected);
  });

  it.each([
    ["an interrupt request for the turn that runs", after(turn, interrupt), "interrupted"],
    ["an interrupt request that came before its turn began", after(interrupt, turn), "interrupted"],
    ["an interrupt request for another turn", after(turn, { type: "interrupt", turnId: "trn_2" }), null],
    ["a stop of the run that came before the turn began", after(handOver, turn), "handed_over"],
    [
      "an interrupt request that came before the stop of the run",
      after(turn, interrupt, handOver),
      "interrupted",
    ],
    ["a lost lease after an interrupt request", after(turn, interrupt, lose), "lease_lost"],
    ["a drain", after(turn, drain), null],
    ["an unavailable store", after(turn, unavailable), "lease_lost"],
    ["a release", after(turn, handOver, finished), null],
  ] as const)("after %s, work stops as it should", (_, state, cause) => {
    expect(stopCauseOf(state)).toBe(cause);
  });

  it("lets work start only while the run holds its session and nothing has failed", () => {
    expect(stateNames.filter((name) => mayStartWork(reached[name]))).toEqual(["claimed", "running"]);
  });

  it("keeps the requests when the next turn begins", () => {
    expect(after(turn, drain, handOver, { type: "turn_begun", turnId: "trn_2" })).toMatchObject({
      turnId: "trn_2",
      stop: "handed_over",
      requests: { drain: true },
    });
  });
});
