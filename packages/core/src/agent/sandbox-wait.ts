import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { sandboxLossOf, sandboxLost } from "../ports/sandbox-loss.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import { failure, type ToolOutcome } from "./tool.ts";

/** How long a call waits for a sandbox that is away; longer is for people to look at. */
export const SANDBOX_WAIT_MS = 600_000;
const PAUSE_MS = 2_000;

/** The outcome of a call whose sandbox went away while it ran. */
export function cutOff(error: unknown): ToolOutcome {
  const detail = DomainError.isInstance(error) ? ` ${error.detail}` : "";
  return failure(
    `The call was cut off: what it has done is unknown.${detail} The sandbox is made again for the next call.`,
  );
}

export interface SandboxWaitPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
}

/** Does something, and does it again where nothing of it was started since the sandbox is away: a turn waits for that as it does for the store. */
export async function onceSandboxIsBack<T>(
  call: () => Promise<T>,
  { clock, logger, random }: SandboxWaitPorts,
  signal: AbortSignal,
): Promise<T> {
  let since: number | null = null;
  for (;;) {
    try {
      const done = await call();
      if (since !== null) logger.info({}, "the sandbox is back: the call went on");
      return done;
    } catch (error) {
      if (sandboxLossOf(error) !== "not_started") throw error;
      if (since === null) logger.warn({ error }, "the sandbox is away: a call waits for it");
      since ??= clock.monotonic();
      if (signal.aborted || clock.monotonic() - since >= SANDBOX_WAIT_MS) throw error;
    }
    await clock.sleep(PAUSE_MS * (0.5 + random() / 2), signal);
  }
}

/** What a sandbox does as one thing, so that nothing of it was done where it throws that it was not started. */
const OPERATIONS: ReadonlySet<PropertyKey> = new Set<keyof Sandbox>([
  "spawn",
  "run",
  "readFile",
  "readBinaryFile",
  "readTextFile",
  "writeFile",
  "writeBinaryFile",
  "writeTextFile",
  "stat",
  "listDirectory",
  "deleteFile",
]);

interface OperationOptions {
  readonly abortSignal?: AbortSignal;
  readonly stdin?: unknown;
  readonly content?: unknown;
}

/**
 * A sandbox whose operations wait for it, each by itself: what a tool has done before one of them is not done again. An operation's own
 * `abortSignal` ends its wait too. One that reads from a stream is not repeated, since the stream may have been begun: it counts as cut off.
 */
export async function openWaiting(
  open: () => Promise<Sandbox>,
  ports: SandboxWaitPorts,
  signal: AbortSignal,
): Promise<Sandbox> {
  const opened = await onceSandboxIsBack(open, ports, signal);
  let current = opened;
  const operate = (name: PropertyKey, options: OperationOptions = {}) => {
    const { abortSignal = signal } = options;
    let away: Error | null = null;
    const attempt = async (): Promise<unknown> => {
      if (away !== null) {
        if (abortSignal.aborted) throw away;
        current = await open();
      }
      try {
        const method: unknown = Reflect.get(current, name, current);
        if (!(method instanceof Function)) throw new TypeError(`The sandbox has no ${String(name)}.`);
        return await (Reflect.apply(method, current, [options]) as Promise<unknown>);
      } catch (error) {
        if (!DomainError.isInstance(error) || sandboxLossOf(error) !== "not_started") throw error;
        if (options.stdin !== undefined || options.content instanceof ReadableStream)
          throw sandboxLost("cut_off", error.detail, error);
        away = error;
        throw error;
      }
    };
    return onceSandboxIsBack(attempt, ports, AbortSignal.any([signal, abortSignal]));
  };
  // Not the sandbox itself: a proxy of one that is frozen could give none but its own members.
  return new Proxy(Object.create(opened) as Sandbox, {
    get(_, name): unknown {
      if (OPERATIONS.has(name)) return (options?: OperationOptions) => operate(name, options);
      const member: unknown = Reflect.get(current, name, current);
      return member instanceof Function ? (member.bind(current) as unknown) : member;
    },
  });
}
