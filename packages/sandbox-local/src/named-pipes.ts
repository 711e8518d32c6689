import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { DomainError } from "@workspace-agent/core";
import { execa } from "execa";
import { makePipesFolder, removeLeftPipes, type PipesFolder } from "./pipes-folder.ts";

/** One run of mkfifo makes this many, so that it costs each command next to nothing. */
const BATCH = 256;

/** A pipe whose other end is for another process, which opens it by its path: `handedOver` when it has, or never will. */
export interface NamedPipe {
  readonly path: string;
  /** This process's end. */
  readonly stream: Socket;
  handedOver(): void;
}

async function makePipes(mkfifo: string, paths: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await execa(mkfifo, ["-m", "600", "--", ...paths], {
    env: {},
    extendEnv: false,
    reject: false,
    timeout: 10_000,
  });
  if (exitCode !== 0)
    throw new DomainError("sandbox_unavailable", "The pipes of a command could not be made.", {
      cause: new Error(stderr.slice(0, 2_000)),
    });
}

/**
 * Pipes for what commands read and write. Node itself gives socket pairs, which a program cannot open by name: `echo > /dev/stderr`
 * fails. A pipe has a name only until both ends are open, in a folder that is the server's alone.
 */
export class NamedPipes {
  private readonly names: string[] = [];
  private making: Promise<void> | null = null;
  private made = 0;

  private constructor(
    private readonly mkfifo: string,
    private readonly folder: PipesFolder,
  ) {}

  /** Makes a folder of its own in `dir`, and removes those that servers which are gone have left there. */
  static async create(mkfifo: string, dir: string): Promise<NamedPipes> {
    await removeLeftPipes(dir);
    return new NamedPipes(mkfifo, await makePipesFolder(dir, (path) => makePipes(mkfifo, [path])));
  }

  /** This process reads, or writes. Throws `sandbox_unavailable` when no pipe can be made. */
  async take(own: "reader" | "writer"): Promise<NamedPipe> {
    for (;;) {
      const path = this.names.pop();
      if (path !== undefined) return this.open(path, own);
      await (this.making ??= this.make().finally(() => (this.making = null)));
    }
  }

  private async make(): Promise<void> {
    const names = Array.from({ length: BATCH }, () => join(this.folder.path, String(this.made++)));
    await makePipes(this.mkfifo, names);
    this.names.push(...names);
  }

  /** Without waiting: neither open blocks when the reader comes first, and nobody finds the other end missing. */
  private open(path: string, own: "reader" | "writer"): NamedPipe {
    const readerFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writerFd = openSync(path, constants.O_WRONLY);
    const isReader = own === "reader";
    const stream = new Socket({
      fd: isReader ? readerFd : writerFd,
      readable: isReader,
      writable: !isReader,
    });
    let isHeld = true;
    const handedOver = () => {
      if (!isHeld) return;
      isHeld = false;
      closeSync(isReader ? writerFd : readerFd);
      unlinkSync(path);
    };
    return { path, stream, handedOver };
  }

  async close(): Promise<void> {
    await this.folder.remove();
  }
}
