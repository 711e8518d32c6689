import type { Logger } from "@workspace-agent/core";
import { execa } from "execa";

/** Least time between two looks: `du` goes through all files. */
const PAUSE_MS = 5_000;

/**
 * How much the folders hold that the commands of a workspace share beside its volumes. They are looked at while commands run and
 * when one has ended; what is found holds for the commands that begin after it.
 */
export class ScratchUse {
  private bytes = 0;
  private isLooking = false;
  /** Asked for while one look was under way, which may have been too early. */
  private isAskedAgain = false;
  private timer: NodeJS.Timeout | null = null;
  private running = 0;

  constructor(
    private readonly folders: readonly string[],
    private readonly maxBytes: number,
    private readonly logger: Logger,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  get isFull(): boolean {
    return this.bytes > this.maxBytes;
  }

  /** To be called when a command begins; gives what is to be called when it has ended. */
  begin(): () => void {
    this.running++;
    this.lookSoon();
    return () => {
      this.running--;
      this.lookSoon();
    };
  }

  /** Nothing is looked at any more until the next command. */
  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.isAskedAgain = false;
  }

  private lookSoon(): void {
    if (this.isLooking) this.isAskedAgain = true;
    if (this.timer !== null || this.isLooking) return;
    // Where much is held, what was removed has to count soon.
    this.timer = setTimeout(() => void this.look(), this.isFull ? 0 : this.pauseMs);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    this.timer = null;
    this.isLooking = true;
    const { stdout, exitCode } = await execa("du", ["--summarize", "--block-size=1", "--", ...this.folders], {
      reject: false,
      stderr: "ignore",
    });
    this.isLooking = false;
    const sizes = [...stdout.matchAll(/^(\d+)\t/gm)].map(([, size]) => Number(size));
    // A file that is removed meanwhile makes it end with 1.
    if (sizes.length === 0) this.logger.warn({ exitCode }, "the use of a workspace's folders is not known");
    else this.bytes = sizes.reduce((sum, size) => sum + size, 0);
    const isAskedAgain = this.isAskedAgain;
    this.isAskedAgain = false;
    if (this.running > 0 || isAskedAgain) this.lookSoon();
  }
}
