import { inject, service } from "../di.ts";
import { MODELS, SANDBOXES, SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import type { ModelProvider } from "../ports/model.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { MetricsApi } from "./metrics-api.ts";
import type { SessionEvent, StepUsage } from "../domain/sessions/event.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { Counter, Gauge, Histogram, metricsText, Total } from "./series.ts";

const SHORT = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10];
const LONG = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900];
const TOKEN_TYPES = ["input", "output", "cache_read", "cache_write"] as const;
const name = (suffix: string) => `workspace_agent_${suffix}`;

/**
 * What this instance counts since its start. Labels are names that the host gave and never what callers wrote: all who may read
 * the metrics see those of all tenants.
 */
@service()
export class ServiceMetrics implements MetricsApi {
  private readonly turns = new Counter(name("turns_total"), "Turns that ended.", ["stop_reason"]);
  private readonly queue = new Histogram(
    name("queue_seconds"),
    "How long turns waited for their start.",
    LONG,
  );
  private readonly steps = new Counter(name("steps_total"), "Answers of models.", ["model"]);
  private readonly tokens = new Counter(name("tokens_total"), "Tokens of models.", ["model", "type"]);
  private readonly cost = new Counter(name("cost_usd_total"), "Cost of models with a price.", ["model"]);
  private readonly retries = new Counter(name("model_retries_total"), "Calls of models that were repeated.");
  private readonly tools = new Histogram(name("tool_seconds"), "How long tools ran.", LONG, [
    "tool",
    "outcome",
  ]);
  private readonly lost = new Counter(name("leases_lost_total"), "Sessions that another instance took over.");
  private readonly requests = new Counter(name("http_requests_total"), "HTTP requests answered.", [
    "method",
    "route",
    "status",
  ]);
  private readonly latency = new Histogram(name("http_request_seconds"), "Time to an answer's head.", SHORT, [
    "route",
  ]);
  private readonly opened = new Set<string>();
  private readonly toolNames: ReadonlySet<string>;
  private readRunning: () => number = () => 0;
  private readWatchers: () => number = () => 0;

  constructor(
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(MODELS) private readonly models: ModelProvider,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
  ) {
    this.toolNames = new Set(settings.toolNames);
    this.lost.add(0);
    this.retries.add(0);
  }

  /** Counts what was committed. */
  events({ state }: SessionRecord, events: readonly SessionEvent[]): void {
    for (const event of events) {
      switch (event.type) {
        case "turn.started": {
          const turn = state.current_turn?.turn;
          if (turn?.id === event.turn_id)
            this.queue.observe(Math.max(0, Date.parse(event.at) - Date.parse(turn.queued_at)) / 1000);
          break;
        }
        case "turn.ended":
          this.turns.add(1, event.turn.stop_reason ?? "other");
          break;
        case "turn.retrying":
          this.retries.add(1);
          break;
        default:
          if ("usage" in event && event.usage !== undefined) this.used(event.usage, event.type);
      }
    }
  }

  /** A summary of the conversation uses tokens and is no step. */
  private used(usage: StepUsage, by: SessionEvent["type"]): void {
    const model = this.modelLabel(usage.model);
    if (by === "item.completed") this.steps.add(1, model);
    for (const type of TOKEN_TYPES) this.tokens.add(usage[`${type}_tokens`], model, type);
    if (usage.cost_usd !== null) this.cost.add(usage.cost_usd, model);
  }

  /** A config may name any model of a provider. */
  private modelLabel(reference: string | undefined): string {
    if (reference === undefined) return "other";
    const { modelNames, prices } = this.settings;
    const isKnown =
      reference === this.models.default || modelNames.includes(reference) || prices(reference) !== null;
    return isKnown ? reference : "other";
  }

  /** Tools of other servers are named by those who configure them. */
  tool(tool: string, isError: boolean, seconds: number): void {
    this.tools.observe(seconds, this.toolNames.has(tool) ? tool : "other", isError ? "error" : "ok");
  }

  leaseLost(): void {
    this.lost.add(1);
  }

  /** Where the number of sessions that run here is read. */
  watchRunning(read: () => number): void {
    this.readRunning = read;
  }

  /** Where the number of callers that watch sessions here is read. */
  watchWatchers(read: () => number): void {
    this.readWatchers = read;
  }

  sandboxOpened(workspaceId: string): void {
    this.opened.add(workspaceId);
    if (this.opened.size > 1_000) this.countSandboxes();
  }

  /** Forgets those that have ended. */
  private countSandboxes(): number {
    for (const id of this.opened) if (this.sandboxes.state(id) !== "running") this.opened.delete(id);
    return this.opened.size;
  }

  request({ method, route, status, seconds }: Parameters<MetricsApi["request"]>[0]): void {
    this.requests.add(1, method, route, String(status));
    this.latency.observe(seconds, route);
  }

  text(): string {
    const { version } = this.settings;
    return metricsText([
      new Gauge(name("info"), "This instance.", () => 1, { version }),
      this.turns,
      new Gauge(name("running_sessions"), "Sessions whose turns run here.", this.readRunning),
      new Gauge(name("watchers"), "Event streams and waits that are open here.", this.readWatchers),
      this.queue,
      this.steps,
      this.tokens,
      this.cost,
      this.retries,
      this.tools,
      new Total(
        name("egress_refused_total"),
        "Connections of commands that network rules refused.",
        () => this.sandboxes.refusals?.() ?? 0,
      ),
      new Gauge(name("sandboxes"), "Sandboxes that run here.", () => this.countSandboxes()),
      this.lost,
      this.requests,
      this.latency,
    ]);
  }
}
