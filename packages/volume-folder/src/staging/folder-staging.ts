import { DomainError } from "@workspace-agent/core";
import type { SpooledBody, Staging } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { NO_FLUSHES, type Admit } from "../directories/descend.ts";
import { flushEach } from "../directories/flush-each.ts";
import { onPath, onPathWithBody } from "../on-path.ts";
import { Allowance } from "../quota/allowance.ts";
import { inBlocks, NOTHING, ONE_INODE, sum } from "../quota/use.ts";
import { readFile } from "../reading/read-file.ts";
import { mergeArea } from "./merge.ts";
import { Parents } from "./parents.ts";
import { spoolBody } from "./spool-file.ts";
import { stageFile } from "./stage-file.ts";
import { stageLink } from "./stage-link.ts";
import { StagingArea } from "./staging-area.ts";

const DEFAULT_MODE = 0o644;
const PROGRAM_MODE = 0o755;

/** A staging area in a volume's folder. Its bytes are reserved from the quota until it is committed or discarded. */
export class FolderStaging implements Staging {
  private readonly allowance: Allowance;
  private readonly spools = new Set<SpooledBody>();
  private readonly parents: Parents;
  private isOpen = true;

  private constructor(
    private readonly context: VolumeContext,
    private readonly area: StagingArea,
  ) {
    this.allowance = new Allowance(context.meter, context.quota, NOTHING);
    const { owner } = context;
    this.parents = new Parents(area.root, { owner, admit: this.admitDirectory, flushes: NO_FLUSHES });
  }

  private readonly admitDirectory: Admit = async (make) => {
    await this.allowance.takeInode();
    await make();
  };

  static async open(context: VolumeContext): Promise<Staging> {
    return new FolderStaging(context, await StagingArea.make(context));
  }

  write(
    path: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    { mode = DEFAULT_MODE }: { readonly mode?: number } = {},
  ): Promise<void> {
    let taken = NOTHING;
    const admit = inBlocks(async (bytes) => {
      await this.area.touch();
      await this.allowance.take(bytes);
      taken = sum(taken, { bytes, inodes: 0 });
    });
    return onPathWithBody(path, body, async (checked) => {
      await this.area.touch();
      await this.allowance.takeInode();
      taken = sum(taken, ONE_INODE);
      try {
        await stageFile(this.context, this.parents, checked, body, mode, admit);
      } catch (error) {
        this.allowance.giveBack(taken);
        throw error;
      }
    });
  }

  copy(path: string, from: string): Promise<void> {
    return onPath(from, async (checked) => {
      const { entry, body } = await readFile(this.area.root, checked, {});
      await this.write(path, body, { mode: entry.executable ? PROGRAM_MODE : DEFAULT_MODE });
    });
  }

  symlink(path: string, target: string): Promise<void> {
    return onPath(path, async (checked) => {
      await this.area.touch();
      await this.allowance.takeInode();
      try {
        await stageLink(this.context, this.parents, checked, target, (bytes) => this.allowance.take(bytes));
      } catch (error) {
        this.allowance.giveBack(ONE_INODE);
        throw error;
      }
    });
  }

  makeDirectory(path: string): Promise<void> {
    return onPath(path, async (checked) => {
      await this.area.touch();
      await (await this.parents.make(checked))[Symbol.asyncDispose]();
    });
  }

  spool(
    body: ReadableStream<Uint8Array>,
    { maxBytes = Infinity }: { readonly maxBytes?: number } = {},
  ): Promise<SpooledBody> {
    const { meter, quota } = this.context;
    const allowance = new Allowance(meter, quota, NOTHING);
    let size = 0;
    const admit = async (bytes: number) => {
      size += bytes;
      if (size > maxBytes) {
        throw new DomainError("payload_too_large", `The body may have at most ${maxBytes} bytes.`);
      }
      await this.area.touch();
      await allowance.take(bytes);
    };
    return onPathWithBody("", body, async () => {
      const spooled = await spoolBody(this.area.directory, body, admit, () => {
        allowance.release();
      });
      this.spools.add(spooled);
      return spooled;
    });
  }

  commit(dest: string): Promise<void> {
    return onPath(dest, async (checked) => {
      const { changes, meter, flushes } = this.context;
      let freed = NOTHING;
      await this.parents.close();
      await flushEach(this.area.root, this.parents.all, flushes);
      try {
        const { target, changed } = await changes.run(() =>
          mergeArea(this.context, this.area.root, checked, (use) => {
            freed = sum(freed, use);
          }),
        );
        await flushEach(target, changed, flushes);
      } catch (error) {
        // A part may have been moved.
        meter.markStale();
        throw error;
      }
      this.allowance.spend(freed);
    });
  }

  async discard(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.parents.close();
    for (const spooled of [...this.spools]) await spooled.release();
    this.allowance.release();
    await onPath("", () => this.area.remove());
  }
}
