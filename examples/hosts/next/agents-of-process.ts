import { startAgents, type Agents } from "../agents.ts";
import { consoleLogger } from "../console-logger.ts";
import { adaptersOnDisk } from "../adapters-on-disk.ts";

/** Next builds each route with its own modules, so what exists once is stored on the process. */
const process = globalThis as typeof globalThis & { exampleAgents?: Promise<Agents> };

/** The agents, started on first use. */
export function agentsOfProcess(): Promise<Agents> {
  return (process.exampleAgents ??= start());
}

async function start(): Promise<Agents> {
  return await startAgents(await adaptersOnDisk(), consoleLogger);
}
