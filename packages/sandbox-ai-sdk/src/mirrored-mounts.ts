import type { DomainError } from "@workspace-agent/core";
import type { SandboxMount } from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { manifestsOf } from "./manifest.ts";
import { isFull, MirroredFolder } from "./mirrored-folder.ts";
import { runScript } from "./run-script.ts";
import { shellQuote } from "./shell-quote.ts";

/** Whether two mounts show the same files at the same path. */
function isSame(a: SandboxMount, b: SandboxMount): boolean {
  const isOneVolume =
    a.volume === b.volume || (a.volume.hostPath !== undefined && a.volume.hostPath === b.volume.hostPath);
  // A lasting mount has the same volume as long as the instance lives.
  return a.target === b.target && (isOneVolume || a.isExchangeable !== true);
}

/** Copies of an instance's mounts. Exchangeable ones come and go. */
export class MirroredMounts {
  private folders: MirroredFolder[] = [];

  constructor(private readonly session: AiSdkSandboxSession) {}

  /**
   * Synchronizes both sides, with these mounts or the previous ones. Throws `quota_exceeded` where a volume cannot hold what commands wrote,
   * after all else.
   */
  async sync(mounts: readonly SandboxMount[] = this.folders.map(({ mount }) => mount)): Promise<void> {
    const full = await this.pull();
    const remaining = this.folders.filter(({ mount }) => mounts.some((other) => isSame(mount, other)));
    for (const folder of this.folders) if (!remaining.includes(folder)) await folder.remove();
    this.folders = [...remaining];
    const added = mounts.filter((mount) => !remaining.some((folder) => isSame(folder.mount, mount)));
    await this.makeEmpty(added);
    this.folders.push(...added.map((mount) => new MirroredFolder(this.session, mount)));
    for (const folder of this.folders) await folder.push();
    if (full !== null) throw full;
  }

  /** Copies the changes of commands into the volumes. Returns the error of one that is full, or null. */
  private async pull(): Promise<DomainError | null> {
    let full: DomainError | null = null;
    const targets = this.folders.map(({ mount }) => mount.target);
    for (const [index, manifest] of (await manifestsOf(this.session, targets)).entries()) {
      try {
        await this.folders[index]?.pull(manifest);
      } catch (error) {
        if (!isFull(error)) throw error;
        full ??= error;
      }
    }
    return full;
  }

  /** Removes the files of an earlier use of the sandbox, which are older than the volume. */
  private async makeEmpty(mounts: readonly SandboxMount[]): Promise<void> {
    if (mounts.length === 0) return;
    const folders = mounts.map(({ target }) => shellQuote(target)).join(" ");
    const clear = `find ${folders} -mindepth 1 -maxdepth 1 -exec rm -rf -- {} +`;
    await runScript(this.session, `mkdir -p ${folders} && chmod -R u+w ${folders} && ${clear}`);
  }
}
