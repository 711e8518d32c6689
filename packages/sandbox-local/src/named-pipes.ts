import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { makePipes } from "./own-folder.ts";

/** One run of mkfifo makes this many, so that it costs each command next to nothing. */
const BATCH = 256;

/** A pipe whose other end is for another process, which opens it by its path: `handedOver` when it has, or never will. */
export interface NamedPipe {
  readonly path: string;
  /** This process's end. */
  readonly stream: Socket;
  handedOver(): void;
}

/**
 * Pipes for what commands read and write. Node itself gives socket pairs, which a program cannot open by name: `echo > /dev/stderr`
 * fails. A pipe has a name only until both ends are open, in a folder that is the server's alone.
 */
export class NamedPipes {
  private readonly names: string[] = [];
  private making: Promise<void> | null = null;
  private made = 0;

  /** In a folder of the server's own. */
  constructor(
    private readonly mkfifo: string,
    private readonly folder: string,
  ) {}

  /** This process reads, or writes. Throws `sandbox_unavailable` when no pipe can be made. */
  async take(own: "reader" | "writer"): Promise<NamedPipe> {
    for (;;) {
      const path = this.names.pop();
      if (path !== undefined) return this.open(path, own);
      await (this.making ??= this.make().finally(() => (this.making = null)));
    }
  }

  private async make(): Promise<void> {
    const names = Array.from({ length: BATCH }, () => join(this.folder, String(this.made++)));
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
}
