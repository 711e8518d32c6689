import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import type { CallerTool } from "../domain/workspaces/caller-tool.ts";

/** Throws `invalid_request` for tools of a caller that have names of the service's own tools. `at` is where the tools are in the body. */
export function refuseTakenNames(
  tools: readonly CallerTool[],
  own: readonly string[],
  at: readonly string[],
): void {
  const errors = tools.flatMap(({ name }, index) =>
    own.includes(name)
      ? [
          {
            pointer: toPointer([...at, index, "name"]),
            detail: `The agent already has a tool named ${name}.`,
          },
        ]
      : [],
  );
  const [first] = errors;
  if (first !== undefined) throw new DomainError("invalid_request", first.detail, { errors });
}
