import type { Clock } from "@workspace-agent/core";
import { sandboxLost } from "@workspace-agent/core/ports";
import type { DockerCommand } from "./docker-command.ts";
import { AWAY, isUnclear } from "./refusals.ts";

/** An engine that is starting or stopping fails with any error, or none, for less than this. */
const TRANSITION_MS = 30_000;
/** Two failures further apart than this are unrelated. */
const APART_MS = 60_000;

/** Classifies an error without a known reason: where the engine answers nothing else either, it is down. */
export async function awayOr(error: unknown, docker: DockerCommand): Promise<unknown> {
  if (!isUnclear(error) || (await docker.isThere())) return error;
  return sandboxLost("not_started", AWAY, error);
}

/** Distinguishes an engine that refuses from one that is starting or stopping: only the former keeps refusing. */
export class Doubts {
  private since: number | null = null;
  private last = 0;

  constructor(
    private readonly docker: DockerCommand,
    private readonly clock: Clock,
  ) {}

  /** Throws `sandboxLost` as long as a retry may help. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.since = null;
      return result;
    } catch (error) {
      throw await this.classified(error);
    }
  }

  private async classified(thrown: unknown): Promise<unknown> {
    const error = await awayOr(thrown, this.docker);
    if (!isUnclear(error)) {
      this.since = null;
      return error;
    }
    const now = this.clock.monotonic();
    if (this.since === null || now - this.last > APART_MS) this.since = now;
    this.last = now;
    return now - this.since < TRANSITION_MS ? sandboxLost("not_started", error.detail, error) : error;
  }
}
