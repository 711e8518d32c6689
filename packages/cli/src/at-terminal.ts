import type { AnswerRequest, PendingRequest } from "@workspace-agent/client";
import type { AllowAlways } from "./allow-always.ts";
import { askPerson } from "./ask-person.ts";
import type { Context } from "./context.ts";
import { isForPeople } from "./request-view.ts";

/** Whether a person is there who can be asked while a turn is shown. */
export const canAsk = ({ prompt, output }: Pick<Context, "prompt" | "output">): boolean =>
  prompt.isInteractive && output.canRedraw;

interface AtTerminalOptions {
  readonly prompt: Context["prompt"];
  /** Shows a request and runs the question. */
  readonly during: <T>(request: PendingRequest, ask: () => Promise<T>) => Promise<T>;
  readonly always: AllowAlways;
  /** The person leaves a request open. */
  readonly onLeft: (request: PendingRequest) => void;
}

/** Asks the person at the terminal about one request after the other. */
export class AtTerminal {
  private last: Promise<unknown> = Promise.resolve();
  /** The last question ended without a line: the person may have begun to type one. */
  private isCut = false;
  private readonly open = new Map<string, AbortController>();

  constructor(private readonly options: AtTerminalOptions) {}

  /** Null: somebody else answers. */
  readonly answer = async (request: PendingRequest): Promise<AnswerRequest | null> => {
    if (!isForPeople(request)) return null;
    const ended = new AbortController();
    this.open.set(request.id, ended);
    const asked = this.last.then(async () => await this.ask(request, ended.signal));
    this.last = asked.catch(() => null);
    return await asked;
  };

  /** Somebody answered, or the request expired. */
  resolved(requestId: string): void {
    this.open.get(requestId)?.abort();
    this.open.delete(requestId);
  }

  close(): void {
    for (const id of this.open.keys()) this.resolved(id);
  }

  private async ask(request: PendingRequest, signal: AbortSignal): Promise<AnswerRequest | null> {
    const isOver = () => signal.aborted;
    if (isOver()) return null;
    const { prompt, during, always, onLeft } = this.options;
    const answer = await during(request, async () => {
      if (this.isCut) await prompt.ask("The question before is over. Enter: continue ", signal);
      return isOver() ? null : await askPerson(prompt, request, always, signal);
    });
    this.isCut = isOver();
    if (answer === null && !isOver()) onLeft(request);
    return answer;
  }
}
