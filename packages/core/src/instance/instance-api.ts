export interface InstanceApi {
  readonly version: string;
  /** Whether this instance can accept work. Each check has its problem, or null. */
  readiness(): Promise<{
    readonly ready: boolean;
    readonly checks: Readonly<Record<"store" | "sandbox" | "queue" | "disk", string | null>>;
  }>;
}
