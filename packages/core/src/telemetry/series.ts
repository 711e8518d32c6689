/** Values of a metric's labels, in the order of their names. */
type Labels = readonly string[];

/** More series than this are not kept apart: what a caller can name must not fill the memory. */
const MAX_SERIES = 500;
const OTHER = "other";

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

function shown(names: readonly string[], values: Labels): string {
  if (names.length === 0) return "";
  return `{${names.map((name, index) => `${name}="${escaped(values[index] ?? "")}"`).join(",")}}`;
}

/** The series of one metric by their labels; the labels beyond the most that are kept become `other`. */
class SeriesMap<Value> {
  private readonly series = new Map<string, { readonly labels: Labels; readonly value: Value }>();

  constructor(private readonly make: () => Value) {}

  of(labels: Labels): Value {
    const found = this.series.get(labels.join("\0"));
    if (found !== undefined) return found.value;
    if (this.series.size >= MAX_SERIES && !labels.every((label) => label === OTHER))
      return this.of(labels.map(() => OTHER));
    const value = this.make();
    this.series.set(labels.join("\0"), { labels, value });
    return value;
  }

  all(): Iterable<{ readonly labels: Labels; readonly value: Value }> {
    return this.series.values();
  }
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  lines(): readonly string[];
}

export class Counter implements Metric {
  readonly type = "counter";
  private readonly series = new SeriesMap(() => ({ total: 0 }));

  constructor(
    readonly name: string,
    readonly help: string,
    private readonly labels: readonly string[] = [],
  ) {}

  add(amount: number, ...labels: readonly string[]): void {
    this.series.of(labels).total += amount;
  }

  lines(): readonly string[] {
    return [...this.series.all()].map(
      ({ labels, value }) => `${this.name}${shown(this.labels, labels)} ${value.total}`,
    );
  }
}

/** What something else knows, such as how many of a thing there are now. */
export class Gauge implements Metric {
  readonly type: Metric["type"] = "gauge";

  constructor(
    readonly name: string,
    readonly help: string,
    private readonly read: () => number,
    private readonly labels: Readonly<Record<string, string>> = {},
  ) {}

  lines(): readonly string[] {
    const labels = shown(Object.keys(this.labels), Object.values(this.labels));
    return [`${this.name}${labels} ${this.read()}`];
  }
}

/** What something else counts. */
export class Total extends Gauge {
  override readonly type = "counter";
}

/** Seconds, in buckets. */
export class Histogram implements Metric {
  readonly type = "histogram";
  private readonly series: SeriesMap<{ readonly buckets: number[]; sum: number; count: number }>;

  constructor(
    readonly name: string,
    readonly help: string,
    private readonly bounds: readonly number[],
    private readonly labels: readonly string[] = [],
  ) {
    this.series = new SeriesMap(() => ({ buckets: bounds.map(() => 0), sum: 0, count: 0 }));
  }

  observe(value: number, ...labels: readonly string[]): void {
    const series = this.series.of(labels);
    const index = this.bounds.findIndex((bound) => value <= bound);
    if (index >= 0) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
    series.sum += value;
    series.count += 1;
  }

  lines(): readonly string[] {
    return [...this.series.all()].flatMap(({ labels, value }) => {
      let below = 0;
      const names = [...this.labels, "le"];
      const bucket = (bound: string, count: number) =>
        `${this.name}_bucket${shown(names, [...labels, bound])} ${count}`;
      const buckets = this.bounds.map((bound, index) => {
        below += value.buckets[index] ?? 0;
        return bucket(String(bound), below);
      });
      const own = shown(this.labels, labels);
      return [
        ...buckets,
        bucket("+Inf", value.count),
        `${this.name}_sum${own} ${value.sum}`,
        `${this.name}_count${own} ${value.count}`,
      ];
    });
  }
}

/** The text format of Prometheus, version 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  const blocks = metrics.map((metric) => [
    `# HELP ${metric.name} ${metric.help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
    `# TYPE ${metric.name} ${metric.type}`,
    ...metric.lines(),
  ]);
  return `${blocks.flat().join("\n")}\n`;
}
