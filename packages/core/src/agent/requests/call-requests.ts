import { DomainError } from "../../domain/errors/domain-error.ts";
import { isStoreUnavailable } from "../../domain/errors/host-failure.ts";
import type { EventDraft } from "../../domain/sessions/event.ts";
import { hasAborted } from "../../runtime/until-aborted.ts";
import type { GroupedCall } from "../call-groups.ts";
import { orGivenUp } from "../or-given-up.ts";
import type { OpenCall } from "../prompt/prompt-builder.ts";
import { judgedIn, refusedBy } from "../run-tool.ts";
import type { CallFailures, ToolRunnerParts } from "../tool-runner-parts.ts";
import type { TurnSetup } from "../turn-setup.ts";
import { isToolCall, openedRequest } from "./open-requests.ts";
import { isUnchanged, replacedFile } from "./subject.ts";

interface Asking {
  readonly setup: Pick<TurnSetup, "callContext" | "requestTtlMs">;
  readonly parts: Pick<ToolRunnerParts, "signal" | "clock" | "logger">;
  readonly directory: string;
}

/**
 * The requests to open before a group of calls runs. Includes those of later calls that are known by now, if the group needs any or is the
 * first. Incomplete if the turn is stopped meanwhile. A call that cannot be shown to a person is refused.
 */
export async function requestsFor(
  group: readonly GroupedCall[],
  later: readonly GroupedCall[],
  asking: Asking & { readonly isFirst: boolean; readonly failures: CallFailures },
): Promise<EventDraft[]> {
  const { isFirst, failures, parts } = asking;
  const opened: EventDraft[] = [];
  for (const member of group) {
    try {
      opened.push(...(await requestFor(member, asking)));
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      if (hasAborted(parts.signal)) return opened;
      member.prepared = unreadable(member.call, error, failures);
    }
  }
  if (failures.failure !== null || (!isFirst && opened.length === 0)) return [];
  for (const member of later) {
    if (hasAborted(parts.signal)) return opened;
    try {
      const ahead = await requestFor(member, asking);
      // What the caller runs waits for the calls before it, as other calls do.
      opened.push(...ahead.filter((draft) => !isToolCall(draft)));
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      // An earlier call may change that. The call is checked again before it runs.
    }
  }
  return opened;
}

/** The request to open for a call, if any. None if the turn is stopped meanwhile. Throws what reading a file throws. */
async function requestFor(
  member: GroupedCall,
  { directory, parts: { signal, clock, logger }, setup }: Asking,
): Promise<EventDraft[]> {
  const prepared = judgedIn(member.prepared, directory);
  if (prepared.type === "refused" || (prepared.mustAsk === null && prepared.approval === null)) return [];
  const files = async () => (await setup.callContext()).files;
  const file = await orGivenUp(replacedFile(prepared, directory, files, signal), signal, clock);
  if (file === null) {
    logger.warn({ tool: member.call.part.name }, "a file that a call replaces was not read in time");
    return [];
  }
  if (prepared.mustAsk === null && isUnchanged(prepared.approval?.subject, file)) return [];
  const subject = { working_directory: directory, ...(file !== undefined && { file }) };
  return [openedRequest(member.call, prepared, { subject, now: clock.now(), ttlMs: setup.requestTtlMs })];
}

/** A call that needs approval but whose file cannot be read. */
function unreadable(call: OpenCall, error: unknown, failures: CallFailures): GroupedCall["prepared"] {
  if (DomainError.isInstance(error) && error.status < 500) return refusedBy(error);
  return { type: "refused", outcome: failures.failed(call, error), isMalformed: false };
}
