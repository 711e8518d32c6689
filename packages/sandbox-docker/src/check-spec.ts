import { DomainError } from "@workspace-agent/core";
import type { SandboxSpec } from "@workspace-agent/core/ports";

/** A name, a tag or a digest; never anything that could be taken for an option. */
const IMAGE = /^[a-z0-9][A-Za-z0-9._:/@-]{0,254}$/;

const WORKSPACE = /^[A-Za-z0-9_-]{1,128}$/;

export const isWorkspaceName = (workspaceId: string) => WORKSPACE.test(workspaceId);

/** Throws `sandbox_unavailable` for what no container can be made from. */
export function checkSpec({ workspaceId, image, mounts }: SandboxSpec): void {
  const refuse = (reason: string) => new DomainError("sandbox_unavailable", reason);
  if (!isWorkspaceName(workspaceId)) throw refuse("The workspace's id is no name for a container.");
  if (image !== null && !IMAGE.test(image)) throw refuse("The image has no possible name.");
  const foreign = mounts.find(({ volume }) => volume.hostPath === undefined);
  if (foreign !== undefined) throw refuse(`The volume at ${foreign.target} is no folder of this host.`);
}

/** What makes one spec another: a place of another form takes the first one's place. */
export function specForm({ mounts, image, cpus, memoryMb, diskMb, network }: SandboxSpec): string {
  const lasting = mounts
    .filter(({ isExchangeable = false }) => !isExchangeable)
    .map(({ target, volume, access }) => [target, volume.hostPath, access]);
  return JSON.stringify([lasting, image, cpus, memoryMb, diskMb, network]);
}
