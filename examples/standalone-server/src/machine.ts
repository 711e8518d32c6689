import { statfs } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { diskSpaceOf } from "@workspace-agent/core/internal";

const MEBIBYTE = 1_048_576;

/** What the server has to divide among its workspaces. */
export interface Machine {
  readonly memoryMb: number;
  readonly cpus: number;
  /** Of the file system that holds the data; `Infinity` where that does not tell. */
  readonly diskMb: number;
}

/** The machine, or what a control group leaves of it. Throws where there is no such folder. */
export async function thisMachine(dataDir: string): Promise<Machine> {
  const { total } = diskSpaceOf(await statfs(dataDir));
  // Above what there is where nothing constrains the process, or 0.
  const constrained = process.constrainedMemory();
  const memory = Math.min(totalmem(), constrained > 0 ? constrained : Infinity);
  return {
    memoryMb: Math.floor(memory / MEBIBYTE),
    cpus: availableParallelism(),
    diskMb: Math.floor(total.bytes / MEBIBYTE),
  };
}
