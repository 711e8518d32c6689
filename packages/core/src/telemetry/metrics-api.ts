export interface MetricsApi {
  /** Counts an answered request; `route` is its path with the names of its parameters. */
  request(answered: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** What this instance has counted since its start, over all tenants, in the text format of Prometheus. */
  text(): string;
}
