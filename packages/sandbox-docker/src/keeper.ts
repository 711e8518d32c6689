import { randomBytes } from "node:crypto";
import { sandboxLost } from "@workspace-agent/core/ports";
import { onLines, orLate } from "@workspace-agent/sandbox-process";
import type { DockerCommand } from "./docker-command.ts";
import { unclear } from "./refusals.ts";

/** Longer than its slowest order takes. */
const ORDER_MS = 12_000;

/** Gives orders to the first process of a container (`KEEPER`), which no command can end. */
export class Keeper {
  private readonly pending = new Map<string, (isGone: boolean) => void>();
  /** Resolves when the container has ended, or the engine. */
  readonly lost: Promise<void>;
  isLost = false;

  private constructor(private readonly client: ReturnType<DockerCommand["attached"]>) {
    onLines(client.stdout, (line) => {
      const [outcome = "", id = ""] = line.split(" ");
      this.pending.get(id)?.(outcome === "gone");
    });
    client.stderr.resume();
    this.lost = client.exited.then(() => {
      this.isLost = true;
      for (const settle of this.pending.values()) settle(false);
    });
  }

  /** Throws `sandbox_unavailable` when the container's first process does not answer. */
  static async attach(docker: DockerCommand, name: string): Promise<Keeper> {
    const keeper = new Keeper(docker.attached(["attach", "--sig-proxy=false", name]));
    if (await keeper.end("-")) return keeper;
    const detail = "The first process of the container does not answer.";
    if (keeper.isLost) throw sandboxLost("not_started", detail);
    keeper.close();
    throw unclear(detail);
  }

  /** False: some processes remain that only the end of the container ends. */
  kill(mark: string, workerPid: number): Promise<boolean> {
    return this.order("kill", mark, String(workerPid));
  }

  end(mark: string): Promise<boolean> {
    return this.order("end", mark);
  }

  /** Ends everything where a process runs that belongs to no worker. */
  clear(): Promise<boolean> {
    return this.order("clear");
  }

  empty(): Promise<boolean> {
    return this.order("empty");
  }

  /** Whether it answers that the processes are gone. */
  private async order(verb: string, ...words: readonly string[]): Promise<boolean> {
    if (this.isLost) return false;
    // A process that can write to the keeper's standard output still cannot guess the id.
    const id = randomBytes(12).toString("hex");
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.pending.set(id, resolve);
    this.client.stdin.write(`${[verb, id, ...words].join(" ")}\n`);
    return orLate(promise, ORDER_MS, false).finally(() => this.pending.delete(id));
  }

  /** Detaches from the container, which stays. */
  close(): void {
    this.client.process.kill("SIGKILL");
  }
}
