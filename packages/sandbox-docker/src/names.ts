import { createHash } from "node:crypto";
import type { ContainerRecord } from "@workspace-agent/core/ports";

/** A placement may be any text, a name may not. */
function prefixOf(placement: string): string {
  return `workspace-agent-${createHash("sha256").update(placement).digest("hex").slice(0, 12)}`;
}

const baseName = ({ placement, workspaceId, epoch }: ContainerRecord) =>
  `${prefixOf(placement)}-${workspaceId}-${epoch}`;

/** The name of a container; the first of a record is number 1. */
export const containerName = (record: ContainerRecord, number: number) => `${baseName(record)}-${number}`;

/** The name of the volume that is `/tmp` in all containers of a record. */
export const volumeName = (record: ContainerRecord) => `${baseName(record)}-tmp`;

export const probeName = (placement: string, unique: string) => `${prefixOf(placement)}-probe-${unique}`;
