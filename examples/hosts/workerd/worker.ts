import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";
import { startAgents } from "../agents.ts";
import { consoleLogger } from "../console-logger.ts";
import { answerTo } from "../web-answer.ts";
import { adaptersInMemory } from "./adapters-in-memory.ts";

/**
 * The agents. What a request begins, a worker may not go on with in another request; an object may, and there is one of it:
 * turns outlive their requests, and all who watch one see it.
 */
export class AgentsObject extends DurableObject {
  private readonly agents = startAgents(adaptersInMemory(), consoleLogger);

  async fetch(request: Request): Promise<Response> {
    return await answerTo(await this.agents, request);
  }

  async stop(): Promise<void> {
    await (await this.agents).service.stop();
  }
}

interface Env {
  readonly AGENTS: { getByName(name: string): Pick<AgentsObject, "fetch" | "stop"> };
}

const theAgents = ({ AGENTS }: Env) => AGENTS.getByName("agents");

export default class Host extends WorkerEntrypoint<Env> {
  fetch(request: Request): Promise<Response> {
    return theAgents(this.env).fetch(request);
  }
}

export class Control extends WorkerEntrypoint<Env> {
  async fetch(): Promise<Response> {
    await theAgents(this.env).stop();
    return new Response("stopped\n");
  }
}
