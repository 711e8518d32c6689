import type { OpenCall } from "../prompt/prompt-builder.ts";
import type { PreparedCall } from "../run-tool.ts";
import { ACCEPTED, rejected } from "./output-texts.ts";
import type { RequiredOutput } from "./turn-output.ts";

/**
 * A call that submits the output of a turn. Its outcome depends on the stored arguments alone, so that it is the same after a crash, and no
 * permission and no middleware stands between the agent and its output.
 */
export function submitted({ part }: OpenCall, output: RequiredOutput): PreparedCall {
  // No text stands for no arguments, as with other tools.
  const check = output.check(part.arguments.trim() === "" ? "{}" : part.arguments);
  const isValid = check.problems.length === 0;
  return {
    type: "refused",
    outcome: { output: isValid ? ACCEPTED : rejected(check), isError: !isValid, check },
    isMalformed: false,
  };
}
