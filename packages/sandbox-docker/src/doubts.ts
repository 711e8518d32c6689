import { DomainError, type Clock } from "@workspace-agent/core";
import { sandboxLost } from "@workspace-agent/core/ports";
import type { DockerCommand } from "./docker-command.ts";
import { AWAY, isUnclear } from "./refusals.ts";

/** An engine that is on its way down or up refuses things in many words, and in none, for less than this. */
const BELIEVED_MS = 30_000;
/** Two refusals with more than this between them say nothing of the time between. */
const APART_MS = 60_000;

/** What a failure that tells no reason is: an engine that answers nothing else either is away. */
export async function awayOr(error: unknown, docker: DockerCommand): Promise<unknown> {
  if (!isUnclear(error) || (await docker.isThere())) return error;
  return sandboxLost("not_started", AWAY, error);
}

/** Tells an engine that refuses from one that is about to stop, or has just been started: the first goes on refusing. */
export class Doubts {
  private since: number | null = null;
  private last = 0;

  constructor(
    private readonly docker: DockerCommand,
    private readonly clock: Clock,
  ) {}

  /** Throws `sandboxLost` for what fails as long as trying again may help. */
  async during<T>(asked: () => Promise<T>): Promise<T> {
    try {
      const done = await asked();
      this.since = null;
      return done;
    } catch (error) {
      throw await this.judged(error);
    }
  }

  private async judged(error: unknown): Promise<unknown> {
    const asked = await awayOr(error, this.docker);
    if (!DomainError.isInstance(asked) || !isUnclear(asked)) {
      this.since = null;
      return asked;
    }
    const now = this.clock.monotonic();
    if (this.since === null || now - this.last > APART_MS) this.since = now;
    this.last = now;
    return now - this.since < BELIEVED_MS ? sandboxLost("not_started", asked.detail, asked) : asked;
  }
}
