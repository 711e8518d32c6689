import type { ModelStepResult } from "../model-step.ts";
import type { GroupedCall } from "../call-groups.ts";
import type { ToolOutcome } from "../tool.ts";
import type { Telemetry, TelemetrySpan } from "../../ports/telemetry.ts";
import type { StepUsage } from "../../domain/sessions/event.ts";
import type { TokenUsage } from "../../ports/model.ts";
import { finishAttributes, modelAttributes, modelName, usageAttributes } from "./gen-ai.ts";

interface TurnTraceParts {
  readonly span: TelemetrySpan;
  /** Null if there are no child spans. */
  readonly telemetry: Telemetry | null;
  readonly sessionId: string;
  readonly priced: (reference: string, usage: TokenUsage) => StepUsage;
  /** Redacts content that is recorded in spans. */
  readonly redact: (text: string) => string;
  readonly onTool: (name: string, isError: boolean, seconds: number) => void;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

/** Traces a running turn: each call of a model or tool is a child span of the turn's span. */
export class TurnTrace {
  constructor(private readonly parts: TurnTraceParts) {}

  /** Traces a model call including its retries. */
  async step(reference: string, work: () => Promise<ModelStepResult>): Promise<ModelStepResult> {
    const { telemetry, span: parent, sessionId } = this.parts;
    if (telemetry === null) return work();
    const span = telemetry.startSpan({
      name: `chat ${modelName(reference)}`,
      kind: "client",
      attributes: {
        "gen_ai.operation.name": "chat",
        ...modelAttributes(reference),
        "gen_ai.conversation.id": sessionId,
      },
      parent,
    });
    return within(span, work, (result) => this.describeStep(span, reference, result));
  }

  private describeStep(span: TelemetrySpan, reference: string, result: ModelStepResult): void {
    switch (result.type) {
      case "answered": {
        const { reason, usage } = result.finish;
        const spent = this.parts.priced(reference, usage);
        span.set({ ...usageAttributes(spent), ...finishAttributes(reason) });
        this.recordContent(span, () => {
          const parts = result.items.flatMap(({ content }) => content);
          return { "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts }]) };
        });
        return;
      }
      case "failed":
        span.fail(result.error.kind);
        return;
      case "stopped":
        span.set({ "workspace_agent.stopped": true });
    }
  }

  /** Traces a tool call, unless it is refused. */
  async call(
    { call, prepared }: GroupedCall,
    work: (span: TelemetrySpan) => Promise<ToolOutcome>,
  ): Promise<ToolOutcome> {
    if (prepared.type === "refused") return work(this.parts.span);
    const { telemetry, now, onTool } = this.parts;
    const { name, call_id, arguments: input } = call.part;
    const begun = now();
    const timed = async (span: TelemetrySpan) => {
      const outcome = await work(span);
      if (outcome.suspended === undefined) onTool(name, outcome.isError ?? false, (now() - begun) / 1000);
      return outcome;
    };
    if (telemetry === null) return timed(this.parts.span);
    const span = telemetry.startSpan({
      name: `execute_tool ${name}`,
      kind: "internal",
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": name,
        "gen_ai.tool.call.id": call_id,
        "gen_ai.tool.type": "function",
        "gen_ai.conversation.id": this.parts.sessionId,
      },
      parent: this.parts.span,
    });
    return within(
      span,
      () => timed(span),
      (outcome) => {
        if (outcome.isError) span.fail("tool_error");
        if (outcome.suspended !== undefined) span.set({ "workspace_agent.suspended": outcome.suspended });
        this.recordContent(span, () => ({
          "gen_ai.tool.call.arguments": input,
          "gen_ai.tool.call.result": outcome.output,
        }));
      },
    );
  }

  private recordContent(span: TelemetrySpan, content: () => Readonly<Record<string, string>>): void {
    if (!span.isRecording || this.parts.telemetry?.recordsContent !== true) return;
    const { redact } = this.parts;
    span.set(Object.fromEntries(Object.entries(content()).map(([name, text]) => [name, redact(text)])));
  }
}

const errorName = (error: unknown) => (error instanceof Error ? error.name : "_OTHER");

/** Runs work in a span. `describe` records its result; an error fails the span. */
export async function within<T>(
  span: TelemetrySpan,
  work: () => Promise<T>,
  describe: (result: T) => void,
  typeOf: (error: unknown) => string = errorName,
): Promise<T> {
  try {
    const result = await span.run(work);
    describe(result);
    return result;
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}
