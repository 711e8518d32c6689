import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DomainError } from "@workspace-agent/core";
import { execa } from "execa";

/** One run of mkfifo makes this many, so that it costs each command next to nothing. */
const BATCH = 64;

/** A pipe whose end to write to is for another process: `closeWriter` when that one has it. */
export interface OutputPipe {
  readonly writerFd: number;
  closeWriter(): void;
  readonly reader: Readable;
}

/**
 * Pipes for what commands write. Node itself gives socket pairs, which a program cannot open by name: `echo > /dev/stderr`
 * fails. A pipe has a name only until it is opened here, in a folder that is the server's alone.
 */
export class OutputPipes {
  private readonly names: string[] = [];
  private making: Promise<void> | null = null;
  private made = 0;

  private constructor(
    private readonly mkfifo: string,
    private readonly dir: string,
  ) {}

  /** Makes a folder of its own in `dir`. */
  static async create(mkfifo: string, dir: string): Promise<OutputPipes> {
    return new OutputPipes(mkfifo, await mkdtemp(join(dir, "pipes-")));
  }

  /** Throws `sandbox_unavailable` when no pipe can be made. */
  async take(): Promise<OutputPipe> {
    for (;;) {
      const name = this.names.pop();
      if (name !== undefined) return this.open(name);
      await (this.making ??= this.make().finally(() => (this.making = null)));
    }
  }

  private async make(): Promise<void> {
    const names = Array.from({ length: BATCH }, () => join(this.dir, String(this.made++)));
    const { exitCode, stderr } = await execa(this.mkfifo, ["-m", "600", "--", ...names], {
      env: {},
      extendEnv: false,
      reject: false,
    });
    if (exitCode !== 0)
      throw new DomainError("sandbox_unavailable", "The pipes of a command could not be made.", {
        cause: new Error(stderr.slice(0, 2_000)),
      });
    this.names.push(...names);
  }

  /** Without waiting: neither open blocks when the reader comes first, and nothing can leak halfway. */
  private open(name: string): OutputPipe {
    const readerFd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
    const writerFd = openSync(name, constants.O_WRONLY);
    unlinkSync(name);
    const reader = new Socket({ fd: readerFd, readable: true, writable: false });
    return { writerFd, closeWriter: () => closeSync(writerFd), reader };
  }

  async close(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
  }
}
