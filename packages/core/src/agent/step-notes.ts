import type { ReachedLimit } from "./limits.ts";

/** Sent to the model in the last step of a turn that reached a limit. */
export const LAST_STEP_NOTES: Record<ReachedLimit, string> = {
  max_steps:
    "This is the last step of this turn: it has reached its limit of steps. No tools are available. Sum up what was done and what is left.",
  max_time: "The time of this turn is over. No tools are available. Sum up what was done and what is left.",
  budget_reached:
    "The budget of this turn is spent. No tools are available. Sum up what was done and what is left.",
};

/** Sent after an answer without calls that was cut off. */
export const CUT_OFF_NOTE =
  "Your last message was cut off at the limit of its length. Go on from where it stopped.";

/** Sent after a response that ended to call tools but contained no readable call. */
export const NO_CALL_NOTE =
  "Your last message ended like one that calls a tool, but it contains no call. Write the call again, or answer with text.";

/** The result of a call in an answer that had to be the output of the turn. */
export const NO_TOOLS = "This call was not run: the answer has to be the output itself.";

/** The result of a call that was cut off with its response. */
export const CUT_OFF_CALL =
  "This call was not run: its message was cut off at the length limit. Write it again, in smaller parts.";
