import { DomainError } from "@workspace-agent/core";
import { sandboxLost } from "@workspace-agent/core/ports";

interface Reason {
  readonly said: RegExp;
  readonly detail: string;
}

export const AWAY = "The container engine does not answer.";
const FULL = "The container engine has no disk space left.";

/** What the command line says, and what is told of it: its own words may hold paths of the host. The first that fits counts. */
const REASONS: readonly Reason[] = [
  { said: /^no docker$/, detail: "The docker command is not installed." },
  { said: /^timed out$/, detail: AWAY },
  {
    said: /cannot connect|connection refused|error during connect|is the docker daemon running/i,
    detail: AWAY,
  },
  { said: /connection reset|unexpected EOF|server closed|context deadline exceeded/i, detail: AWAY },
  {
    said: /permission denied while trying to connect/i,
    detail: "The container engine may not be used by this user.",
  },
  {
    said: /no such image|unable to find image|image not known|pull access denied/i,
    detail: "The engine does not have the image.",
  },
  { said: /no space left|disk quota exceeded/i, detail: FULL },
  {
    said: /unknown or invalid runtime|unknown runtime|runtime.*not found/i,
    detail: "The engine does not have the runtime.",
  },
  {
    said: /exec: "?setpriv"?|"setpriv": executable|setpriv: unrecognized|setpriv: unknown/i,
    detail: "The image has no setpriv of util-linux.",
  },
  { said: /exec: "?bash"?|"bash": executable|failed to execute bash/i, detail: "The image has no bash." },
  {
    said: /bind source path does not exist|error mounting|invalid mount config|statfs/i,
    detail: "A folder of the workspace cannot be mounted: it has to be on the engine's own host.",
  },
  { said: /minimum memory limit|memory limit/i, detail: "The engine refuses this limit of memory." },
  {
    said: /cannot allocate memory|resource temporarily unavailable/i,
    detail: "The container has no room for another process.",
  },
];

const UNCLEAR = "unclear";
const ABSENT = /no such container|no container with name|no such volume|no such object/i;

/** An error that tells no reason: the engine may be away, going or coming, or refuse for good. */
export function unclear(detail: string, cause?: unknown): DomainError {
  return new DomainError("sandbox_unavailable", detail, { cause, extra: { reason: UNCLEAR } });
}

export const isUnclear = (error: unknown): boolean =>
  DomainError.isInstance(error) && error.extra?.["reason"] === UNCLEAR;

/**
 * The error of a command line that failed: `sandboxLost` where the engine may do it later. `extra.reason` is `absent` where the engine does
 * not know the name, and `unclear` where the words, if there are any, are none of those that are known.
 */
export function refusal(said: string): DomainError {
  const isAbsent = ABSENT.test(said);
  const detail = isAbsent
    ? "The container is gone."
    : REASONS.find((reason) => reason.said.test(said))?.detail;
  const cause = new Error(said.slice(0, 2_000));
  if (detail === undefined) return unclear("The container engine refused to do its part.", cause);
  if (detail === AWAY || detail === FULL) return sandboxLost("not_started", detail, cause);
  return new DomainError("sandbox_unavailable", detail, {
    cause,
    ...(isAbsent && { extra: { reason: "absent" } }),
  });
}
