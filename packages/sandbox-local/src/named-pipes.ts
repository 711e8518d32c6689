import { closeSync, constants, openSync, renameSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { basename, join } from "node:path";
import { execa } from "execa";
import { programFailed, TO_ITS_END } from "./start-process.ts";

/** One run of mkfifo makes so many, which costs each command next to nothing. */
const BATCH = 256;

/** A folder that a sandbox sees at a path of its own. */
export interface PipesFolder {
  readonly onHost: string;
  readonly inside: string;
}

/** A pipe whose other end another process opens by its path. */
export interface NamedPipe {
  /** As the other process sees it. */
  readonly path: string;
  /** This process's end. */
  readonly stream: Socket;
  /** To be called when the other process has opened the path, or never will. */
  handedOver(): void;
}

/** Throws `sandbox_unavailable`. */
export async function makePipes(mkfifo: string, paths: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await execa(mkfifo, ["-m", "600", "--", ...paths], TO_ITS_END);
  if (exitCode !== 0) throw programFailed("Named pipes could not be made.", stderr);
}

/**
 * Pipes for the input and the output of commands. Node's own are socket pairs, which a program cannot open by name: `echo > /dev/stderr`
 * fails. A pipe has a name only until both ends are open.
 */
export class NamedPipes {
  private readonly names: string[] = [];
  private making: Promise<void> | null = null;
  private made = 0;

  constructor(
    private readonly mkfifo: string,
    private readonly folder: string,
  ) {}

  /** This process reads, or writes. Throws `sandbox_unavailable` when no pipe can be made. */
  async take(own: "reader" | "writer", within: PipesFolder | null): Promise<NamedPipe> {
    for (;;) {
      const path = this.names.pop();
      if (path !== undefined) return this.open(path, own, within);
      await (this.making ??= this.make().finally(() => (this.making = null)));
    }
  }

  private async make(): Promise<void> {
    const names = Array.from({ length: BATCH }, () => join(this.folder, String(this.made++)));
    await makePipes(this.mkfifo, names);
    this.names.push(...names);
  }

  /** Opens both ends, reader first, so that neither call blocks. */
  private open(made: string, own: "reader" | "writer", within: PipesFolder | null): NamedPipe {
    const onHost = within === null ? made : join(within.onHost, basename(made));
    if (within !== null) renameSync(made, onHost);
    const readerFd = openSync(onHost, constants.O_RDONLY | constants.O_NONBLOCK);
    const writerFd = openSync(onHost, constants.O_WRONLY);
    const isReader = own === "reader";
    const stream = new Socket({
      fd: isReader ? readerFd : writerFd,
      readable: isReader,
      writable: !isReader,
    });
    let isOpen = true;
    const handedOver = () => {
      if (!isOpen) return;
      isOpen = false;
      closeSync(isReader ? writerFd : readerFd);
      // Its folder may be gone with the sandbox.
      rmSync(onHost, { force: true });
    };
    const path = within === null ? onHost : join(within.inside, basename(made));
    return { path, stream, handedOver };
  }
}

/** The pipes of one process. */
export class ProcessPipes {
  private readonly taken: NamedPipe[] = [];

  constructor(
    private readonly pipes: NamedPipes,
    private readonly within: PipesFolder | null,
  ) {}

  async take(own: "reader" | "writer"): Promise<NamedPipe> {
    const pipe = await this.pipes.take(own, this.within);
    this.taken.push(pipe);
    return pipe;
  }

  handedOver(): void {
    for (const pipe of this.taken) pipe.handedOver();
  }

  destroy(): void {
    this.handedOver();
    for (const { stream } of this.taken) stream.destroy();
  }
}
