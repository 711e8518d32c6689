import { DomainError } from "../domain/errors/domain-error.ts";
import { sandboxLossOf, sandboxLost } from "../ports/sandbox-loss.ts";
import type { Caller } from "../domain/sessions/caller.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import type { TurnLoopPorts } from "./running-turn.ts";
import { failure, type ToolOutcome } from "./tool.ts";

/** How long a call waits for an unavailable sandbox, in all of its operations together. */
export const SANDBOX_WAIT_MS = 600_000;
const PAUSE_MS = 2_000;

/** The outcome of a call whose sandbox became unavailable while it ran. */
export function cutOff(error: unknown): ToolOutcome {
  const detail = DomainError.isInstance(error) ? ` ${error.detail}` : "";
  return failure(`The call was cut off: what it did is unknown.${detail} The next call gets a new sandbox.`);
}

type SandboxWaitPorts = Pick<TurnLoopPorts, "clock" | "logger" | "random">;

/** How one call waits for its sandbox. The call and the operations within it share the time. */
export class SandboxWait {
  private waited = 0;
  /** When the sandbox was last found unavailable. Null: it has been available since. */
  private failedAt: number | null = null;

  constructor(
    private readonly ports: SandboxWaitPorts,
    /** Ends every wait. */
    readonly signal: AbortSignal,
  ) {}

  /** Runs `work`, and runs it again while the sandbox is unavailable and nothing of the work was started. */
  async onceBack<T>(work: () => Promise<T>, signal = this.signal): Promise<T> {
    const { clock, logger, random } = this.ports;
    for (;;) {
      try {
        const done = await work();
        if (this.failedAt !== null) logger.info({}, "the sandbox is available again: the call continued");
        this.failedAt = null;
        return done;
      } catch (error) {
        const isToWait = sandboxLossOf(error) === "not_started";
        if (isToWait && this.failedAt === null)
          logger.warn({ error }, "the sandbox is unavailable: a call waits for it");
        const now = clock.monotonic();
        this.waited += now - (this.failedAt ?? now);
        this.failedAt = isToWait && !signal.aborted && this.waited < SANDBOX_WAIT_MS ? now : null;
        if (this.failedAt === null) throw error;
      }
      await clock.sleep(PAUSE_MS * (0.5 + random() / 2), signal);
    }
  }
}

/** The operations that start commands. */
const STARTS: ReadonlySet<PropertyKey> = new Set<keyof Sandbox>(["spawn", "run"]);

/** The operations of a sandbox that either start or do nothing at all. */
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
 * A sandbox whose operations each wait while the sandbox is unavailable, so that a tool does not repeat its earlier operations. An
 * operation's `abortSignal` ends its wait. An operation that reads a stream is not repeated, since the stream may be partly consumed: it
 * fails as cut off. Commands run for the `caller`.
 */
export async function openWaiting(
  open: () => Promise<Sandbox>,
  wait: SandboxWait,
  caller: Caller,
): Promise<Sandbox> {
  const { signal } = wait;
  const opened = await wait.onceBack(open);
  let current = opened;
  const operate = (name: PropertyKey, options: OperationOptions = {}) => {
    const { abortSignal = signal } = options;
    const given = STARTS.has(name) ? { ...options, caller } : options;
    let away: Error | null = null;
    const attempt = async (): Promise<unknown> => {
      if (away !== null) {
        if (abortSignal.aborted) throw away;
        current = await open();
      }
      try {
        const method: unknown = Reflect.get(current, name, current);
        if (!(method instanceof Function)) throw new TypeError(`The sandbox has no ${String(name)}.`);
        return await (Reflect.apply(method, current, [given]) as Promise<unknown>);
      } catch (error) {
        if (!DomainError.isInstance(error) || sandboxLossOf(error) !== "not_started") throw error;
        if (options.stdin !== undefined || options.content instanceof ReadableStream)
          throw sandboxLost("cut_off", error.detail, error);
        away = error;
        throw error;
      }
    };
    return wait.onceBack(attempt, AbortSignal.any([signal, abortSignal]));
  };
  // A proxy of a frozen object could return only its own members.
  return new Proxy(Object.create(opened) as Sandbox, {
    get(_, name): unknown {
      if (OPERATIONS.has(name)) return (options?: OperationOptions) => operate(name, options);
      const member: unknown = Reflect.get(current, name, current);
      return member instanceof Function ? (member.bind(current) as unknown) : member;
    },
  });
}
