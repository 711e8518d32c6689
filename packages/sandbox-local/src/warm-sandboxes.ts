import type { Logger } from "@workspace-agent/core";
import { sandboxLost } from "@workspace-agent/core/ports";
import type { OpenMount } from "./open-mounts.ts";
import { WarmSandbox, type WarmSandboxParts } from "./warm-sandbox.ts";

async function identityOf({ folder, target, access }: OpenMount): Promise<string> {
  const { dev, ino } = await folder.stat({ bigint: true });
  return JSON.stringify([target, access, `${dev}:${ino}`]);
}

/** The sandboxes of an instance: one for each list of mounts that commands see. */
export class WarmSandboxes {
  private readonly sandboxes = new Map<string, WarmSandbox>();
  private isClosed = false;

  constructor(private readonly parts: WarmSandboxParts & { readonly logger: Logger }) {}

  /** The sandbox with mounts of these very folders, whatever their paths lead to now. Closes others that are not in use. */
  async of(mounts: readonly OpenMount[]): Promise<WarmSandbox> {
    const folders = (await Promise.all(mounts.map(identityOf))).join(" ");
    // Its start may have been given up while it waited.
    if (this.isClosed) throw sandboxLost("not_started", "The sandbox of the workspace has ended.");
    const found = this.sandboxes.get(folders);
    if (found?.isUsable === true) return found;
    this.closeLater(found);
    const sandbox = new WarmSandbox(this.parts, mounts);
    this.sandboxes.set(folders, sandbox);
    for (const [key, other] of this.sandboxes) {
      if (other === sandbox || other.isInUse) continue;
      this.sandboxes.delete(key);
      this.closeLater(other);
    }
    return sandbox;
  }

  private closeLater(sandbox: WarmSandbox | undefined): void {
    sandbox?.close().catch((error: unknown) => {
      this.parts.logger.warn({ error }, "a sandbox could not be closed");
    });
  }

  /** Ends all that runs in them. */
  async close(): Promise<void> {
    this.isClosed = true;
    const sandboxes = [...this.sandboxes.values()];
    this.sandboxes.clear();
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
  }
}
