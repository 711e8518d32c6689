import type { ReachedLimit } from "./limits.ts";

/** What the model receives at the last step of a turn that has reached a limit. */
export const LAST_STEP_NOTES: Record<ReachedLimit, string> = {
  max_steps:
    "This is the last step of this turn: its limit of steps is reached. No tools are available. Sum up what was done and what is left.",
  max_time: "The time of this turn is over. No tools are available. Sum up what was done and what is left.",
  budget_reached:
    "The budget of this turn is spent. No tools are available. Sum up what was done and what is left.",
};

/** To an answer without calls that was cut off. */
export const CUT_OFF_NOTE =
  "Your last message was cut off at the limit of its length. Go on from where it stopped.";

/** To a response that ended for its calls and had none that could be read. */
export const NO_CALL_NOTE =
  "Your last message ended as one that calls a tool does, but there is no call in it. Write the call again, or answer in words.";

/** The result of a call that was cut off with its response. */
export const CUT_OFF_CALL =
  "This call was not run: the message that held it was cut off at the limit of its length. Write it again, in smaller parts.";
