import { DomainError } from "@workspace-agent/core";
import { sandboxLossOf, sandboxLost, sandboxUnavailable } from "@workspace-agent/core/ports";

interface Reason {
  readonly said: RegExp;
  readonly detail: string;
  /** `extra.reason` of the error, for those who handle it. */
  readonly name?: "absent" | "no_image";
}

export const AWAY = "The container engine does not answer.";
const FULL = "The container engine has no disk space left.";
const HOW_TO_NAME_IT = "Build or pull it on the engine's host, or name another image.";

/** The messages of the command line, and ours for them, since they may hold paths of the host. The first match counts. `$1` is the first group. */
const REASONS: readonly Reason[] = [
  {
    said: /no such container|no container with name|no such volume|no such object/i,
    detail: "The container is gone.",
    name: "absent",
  },
  { said: /^no docker$/, detail: "The docker command was not found. Install it, or set `dockerPath`." },
  { said: /^timed out$/, detail: AWAY },
  {
    said: /cannot connect|connection refused|error during connect|is the docker daemon running/i,
    detail: AWAY,
  },
  { said: /connection reset|unexpected EOF|server closed|context deadline exceeded/i, detail: AWAY },
  {
    said: /permission denied while trying to connect/i,
    detail: "This user may not use the container engine. Add the user to the engine's group.",
  },
  {
    said: /(?:no such image: ?|unable to find image |pull access denied for )'?([\w./:@-]*[\w])/i,
    detail: `The container engine does not have the image $1. ${HOW_TO_NAME_IT}`,
    name: "no_image",
  },
  {
    said: /no such image|image not known|pull access denied/i,
    detail: `The container engine does not have the image. ${HOW_TO_NAME_IT}`,
    name: "no_image",
  },
  { said: /no space left|disk quota exceeded/i, detail: FULL },
  {
    said: /unknown or invalid runtime|unknown runtime|runtime.*not found/i,
    detail: "The container engine does not have the configured runtime. Install it, or remove `runtime`.",
  },
  {
    said: /exec: "?setpriv"?|"setpriv": executable|setpriv: unrecognized|setpriv: unknown/i,
    detail: "The image has no setpriv. Install util-linux in it.",
  },
  {
    said: /exec: "?bash"?|"bash": executable|failed to execute bash/i,
    detail: "The image has no bash. Install bash in it.",
  },
  {
    said: /bind source path does not exist|error mounting|invalid mount config|statfs/i,
    detail: "A folder of the workspace cannot be mounted. It must be on the host of the container engine.",
  },
  {
    said: /minimum memory limit|memory limit/i,
    detail: "The container engine refuses the memory limit. Raise `memory_mb` in the workspace's config.",
  },
  {
    said: /cannot allocate memory|resource temporarily unavailable/i,
    detail: "The container cannot start another process: its memory or its processes are used up.",
  },
];

const UNCLEAR = "unclear";

/** An error without a known reason: the engine may be down, starting or stopping, or refuse permanently. */
export function unclear(detail: string, cause?: unknown): DomainError {
  return sandboxUnavailable(detail, { cause, extra: { reason: UNCLEAR } });
}

const hasReason = (error: unknown, reason: string): error is DomainError =>
  DomainError.isInstance(error) && error.extra?.["reason"] === reason;

export const isUnclear = (error: unknown): error is DomainError => hasReason(error, UNCLEAR);

/** The engine does not know the name. */
export const isAbsent = (error: unknown): boolean => hasReason(error, "absent");

/**
 * The error for a failed command line: `sandboxLost` where the engine may do it later. `extra.reason` is `absent` where the engine does not
 * know the name, `no_image` where it lacks the image, and `unclear` where the message is empty or unknown.
 */
export function refusal(said: string): DomainError {
  const cause = new Error(said.slice(0, 2_000));
  const reason = REASONS.find((each) => each.said.test(said));
  if (reason === undefined) return unclear("The container engine refused the request.", cause);
  const { name } = reason;
  const detail = reason.detail.replace("$1", () => reason.said.exec(said)?.[1] ?? "");
  if (detail === AWAY || detail === FULL) return sandboxLost("not_started", detail, cause);
  const extra = name === undefined ? {} : { extra: { reason: name } };
  return sandboxUnavailable(detail, { cause, ...extra });
}

/** Turns the loss of a container that was being made or inspected into `not_started`: its command did not run. */
export async function beforeCommand<T>(made: Promise<T>): Promise<T> {
  return made.catch((error: unknown) => {
    if (!DomainError.isInstance(error) || (sandboxLossOf(error) === null && !isAbsent(error))) throw error;
    throw sandboxLost("not_started", error.detail, error);
  });
}
