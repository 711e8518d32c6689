import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { unusedPort } from "../postgres/unused-port.ts";
import type { InstanceSettings } from "./instance.ts";

const PROGRAM = join(import.meta.dirname, "instance.ts");

/** What to start before the program, such as `ip netns exec`. */
export type Wrapper = readonly string[];

/** An instance that is killed, frozen and started again, always at the same address. */
export class InstanceProcess {
  /** How many of its writes the fence refused. */
  refused = 0;
  isFrozen = false;
  port = 0;
  private child: ChildProcess | null = null;
  private readonly said: string[] = [];

  constructor(
    readonly settings: Omit<InstanceSettings, "port">,
    private readonly wrapper: Wrapper = [],
  ) {}

  get isRunning(): boolean {
    return this.child !== null;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  get base(): string {
    return `http://${this.settings.host}:${this.port}`;
  }

  /** Its latest warnings. */
  complaints(): string {
    return this.said.slice(-200).join("\n");
  }

  /** Resolves when it listens; false if it ended before. */
  async start(): Promise<boolean> {
    // Nobody else gets the port while the instance is down.
    this.port ||= await unusedPort();
    const [file, ...words] = [...this.wrapper, process.execPath, "--no-warnings", PROGRAM];
    const child = spawn(file, words, {
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: process.env["HOME"] ?? "",
        INSTANCE: JSON.stringify({ ...this.settings, port: this.port }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    this.isFrozen = false;
    createInterface(child.stderr).on("line", (line) => {
      this.said.push(line);
      if (this.said.length > 400) this.said.splice(0, 200);
    });
    const listening = Promise.withResolvers<boolean>();
    createInterface(child.stdout).on("line", (line) => {
      if (line === "refused") this.refused += 1;
      if (/^listening on \d+$/.test(line)) listening.resolve(true);
    });
    child.once("exit", () => {
      if (this.child === child) this.child = null;
      listening.resolve(false);
    });
    return await listening.promise;
  }

  /** Repeats the start until it listens: its database may be unavailable at first. */
  async startSurely(attempts = 20): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt++) if (await this.start()) return;
    throw new Error(`The instance does not start:\n${this.complaints()}`);
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === null) return;
    const ended = once(child, "exit");
    this.isFrozen = false;
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await ended;
  }

  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  async stop(): Promise<void> {
    if (this.isFrozen) this.thaw();
    await this.end("SIGTERM");
  }

  freeze(): void {
    this.isFrozen = this.child?.kill("SIGSTOP") === true;
  }

  thaw(): void {
    this.child?.kill("SIGCONT");
    this.isFrozen = false;
  }
}
