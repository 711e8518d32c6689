import type { JsonSchema, RunResult, WorkspaceAgentClient } from "@workspace-agent/client";
import { alwaysAtTerminal } from "./allow-always.ts";
import { AtTerminal, canAsk } from "./at-terminal.ts";
import type { Context } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { failureText } from "./failure.ts";
import { interruptTurn, type AcceptedTurn } from "./interrupt-turn.ts";
import { answerHint } from "./request-view.ts";
import { RunView } from "./run-view.ts";
import { paintNotes } from "./style.ts";
import { pageOfSession } from "./web-page.ts";

interface FollowOptions {
  readonly task: string;
  /** Undefined: a new session. */
  readonly sessionId: string | undefined;
  readonly idempotencyKey: string;
  /** Milliseconds after which the turn is interrupted. */
  readonly timeout: number | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** Paths of the workspace. */
  readonly attachments: readonly string[];
  /** The schema of the output that the turn has to give. */
  readonly schema: JsonSchema | undefined;
  /** Messages are written while they are created. */
  readonly showsText: boolean;
  /** A person at the terminal is asked what waits for a person. */
  readonly asks: boolean;
}

export interface Followed {
  /** Null if the command stopped following the turn. */
  readonly result: RunResult | null;
  readonly cause: "ended" | "timeout" | "signal" | "left";
  /** Null if it is unknown whether the turn was accepted. */
  readonly accepted: AcceptedTurn | null;
}

const END_GRACE_MS = 10_000;

/** Starts a turn and follows it until it ends. A signal or the timeout interrupts it. */
export async function followTurn(
  client: WorkspaceAgentClient,
  workspaceId: string,
  { task, sessionId, idempotencyKey, timeout, metadata, attachments, schema, showsText, asks }: FollowOptions,
  context: Pick<Context, "output" | "env" | "prompt" | "instance">,
): Promise<Followed> {
  const { output, prompt } = context;
  const instance = await context.instance();
  const left = new AbortController();
  const view = new RunView({ output, showsText, now: () => performance.now(), paint: paintNotes(context) });
  let accepted: AcceptedTurn | null = null;
  let cause: Followed["cause"] = "ended";
  let isOver = false;
  const stop = (why: "timeout" | "signal") => {
    if (why === "signal" && cause === "signal") process.exit(EXIT.interruptedHere);
    if (why === "timeout" && cause === "signal") return;
    cause = why;
    if (accepted === null) {
      left.abort();
      return;
    }
    output.note(
      why === "signal" ? "\ninterrupting; press again to exit immediately\n" : "\ntimed out; interrupting\n",
    );
    interruptTurn(client, workspaceId, accepted, left.signal).catch((error: unknown) => {
      if (!isOver) output.note(`The turn could not be interrupted: ${failureText(error)}\n`);
    });
    setTimeout(() => left.abort(new Error("The instance did not respond in time.")), END_GRACE_MS).unref();
  };
  const terminal = new AtTerminal({
    prompt,
    during: async (request, ask) => await view.asking(request, ask),
    always: alwaysAtTerminal(client, workspaceId, context),
    onLeft: (request) => {
      if (cause === "ended") cause = "left";
      if (accepted !== null) output.note(`${answerHint(workspaceId, accepted.session_id, request)}\n`);
      left.abort();
    },
  });
  const onSignal = () => stop("signal");
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  const timer = timeout === undefined ? undefined : setTimeout(() => stop("timeout"), timeout);
  try {
    const result = await client.run(
      workspaceId,
      { message: task, metadata, attachments: attachments.map((path) => ({ path })) },
      {
        idempotencyKey,
        signal: left.signal,
        ...(sessionId !== undefined && { sessionId }),
        ...(schema !== undefined && { output: schema }),
        onAccepted: (turn) => {
          accepted = turn;
          output.note(`workspace ${workspaceId} · session ${turn.session_id} · turn ${turn.turn_id}\n`);
          output.note(`${pageOfSession(instance, workspaceId, turn.session_id)}\n`);
        },
        onEvent: (event) => {
          view.event(event);
          if (event.type === "request.resolved") terminal.resolved(event.request_id);
        },
        ...(asks && canAsk(context) && { onRequest: terminal.answer }),
        onState: (state) => view.connection(state),
      },
    );
    return { result, cause, accepted };
  } catch (error) {
    if (!left.signal.aborted) throw error;
    return { result: null, cause, accepted };
  } finally {
    isOver = !left.signal.aborted;
    left.abort();
    clearTimeout(timer);
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
    terminal.close();
    view.end();
  }
}
