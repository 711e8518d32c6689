import { randomBytes } from "node:crypto";
import { sandboxLost } from "@workspace-agent/core/ports";
import type { DockerCommand } from "./docker-command.ts";
import { onLines } from "./line-reader.ts";
import { unclear } from "./refusals.ts";

/** Longer than the slowest of its orders takes. */
const ORDER_MS = 12_000;

/** Speaks with the first process of a container (`KEEPER`), which no command can end. */
export class Keeper {
  private readonly asked = new Map<string, (outcome: string) => void>();
  /** Resolves when the container has ended, or the engine has gone away. */
  readonly lost: Promise<void>;
  /** The container has ended, or the engine has gone away. */
  isLost = false;

  private constructor(private readonly client: ReturnType<DockerCommand["attached"]>) {
    onLines(client.stdout, (line) => {
      const [outcome = "", id = ""] = line.split(" ");
      this.asked.get(id)?.(outcome);
    });
    client.stderr.resume();
    this.lost = new Promise((resolve) => {
      const end = () => {
        this.isLost = true;
        for (const answer of this.asked.values()) answer("lost");
        resolve();
      };
      client.process.once("exit", end);
      client.process.once("error", end);
    });
  }

  /** Throws `sandbox_unavailable` when the container's first process does not answer. */
  static async attach(docker: DockerCommand, name: string): Promise<Keeper> {
    const keeper = new Keeper(docker.attached(["attach", "--sig-proxy=false", name]));
    if ((await keeper.order("end", "-")) === "gone") return keeper;
    const detail = "The first process of the container does not answer.";
    if (keeper.isLost) throw sandboxLost("not_started", detail);
    keeper.close();
    throw unclear(detail);
  }

  /** False: something is left that only the end of the container ends. */
  async kill(mark: string, workerPid: number): Promise<boolean> {
    return (await this.order("kill", mark, String(workerPid))) === "gone";
  }

  async end(mark: string): Promise<boolean> {
    return (await this.order("end", mark)) === "gone";
  }

  /** Ends everything when something is there that belongs to nobody. */
  async clear(): Promise<boolean> {
    return (await this.order("clear")) === "gone";
  }

  async empty(): Promise<boolean> {
    return (await this.order("empty")) === "gone";
  }

  private order(verb: string, ...words: readonly string[]): Promise<string> {
    if (this.isLost) return Promise.resolve("lost");
    // Whoever can write to the standard output of that process still does not know which answer is awaited.
    const id = randomBytes(12).toString("hex");
    return new Promise<string>((resolve) => {
      const timer = setTimeout(() => resolve("silent"), ORDER_MS);
      this.asked.set(id, (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      });
      this.client.stdin.write(`${[verb, id, ...words].join(" ")}\n`);
    }).finally(() => this.asked.delete(id));
  }

  /** Releases the container, which stays. */
  close(): void {
    this.client.process.kill("SIGKILL");
  }
}
