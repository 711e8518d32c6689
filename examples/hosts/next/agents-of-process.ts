import { startAgents, type Agents } from "../agents.ts";
import { consoleLogger } from "../console-logger.ts";
import { placeOnDisk } from "../place-on-disk.ts";

/** Next builds each route with modules of its own: what there is once, the process itself has to keep. */
const process = globalThis as typeof globalThis & { exampleAgents?: Promise<Agents> };

/** The agents, started by whoever asks first. */
export function agentsOfProcess(): Promise<Agents> {
  return (process.exampleAgents ??= start());
}

async function start(): Promise<Agents> {
  return await startAgents(await placeOnDisk(), consoleLogger);
}
