export interface InstanceApi {
  readonly version: string;
  /** Whether store, sandbox and queue can take work; each with what is wrong, or null. */
  readiness(): Promise<{
    readonly ready: boolean;
    readonly checks: Readonly<Record<"store" | "sandbox" | "queue" | "disk", string | null>>;
  }>;
}
