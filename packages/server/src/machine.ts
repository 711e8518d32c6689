import { statfs } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { diskSpaceOf } from "@workspace-agent/core/internal";

const MEBIBYTE = 1_048_576;

/** The resources of the machine. */
export interface Machine {
  readonly memoryMb: number;
  readonly cpus: number;
  /** The size of the file system with the data; `Infinity` if unknown. */
  readonly diskMb: number;
}

/** The machine, or the part of it that a control group allows. Throws if the folder does not exist. */
export async function thisMachine(dataDir: string): Promise<Machine> {
  const { total } = diskSpaceOf(await statfs(dataDir));
  // 0 or more than the total if the process is not constrained.
  const constrained = process.constrainedMemory();
  const memory = Math.min(totalmem(), constrained > 0 ? constrained : Infinity);
  return {
    memoryMb: Math.floor(memory / MEBIBYTE),
    cpus: availableParallelism(),
    diskMb: Math.floor(total.bytes / MEBIBYTE),
  };
}
