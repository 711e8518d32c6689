import type { IncomingMessage, ServerResponse } from "node:http";
import { runCommand, type Prompt } from "../../packages/cli/src/index.ts";
import { nodeServer } from "../../packages/http/src/node-server.test-support.ts";
import type { TestApi } from "../../packages/http/src/test-api.test-support.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly notes: string;
}

export interface RunOptions {
  /** The instance that the command calls; not given: none. */
  readonly api?: TestApi;
  readonly prompt?: Prompt;
  /** Instead of that of the API. */
  readonly token?: string;
  /** Instead of the URL and the token of the API. */
  readonly env?: Readonly<Record<string, string>>;
  /** Beside the URL and the token of the API. */
  readonly more?: Readonly<Record<string, string>>;
  /** Both outputs are terminals. */
  readonly isTerminal?: boolean;
  /** Runs before the instance gets a request. If it returns true, the instance does not get it. */
  readonly before?: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  /** Runs beside the command; `notes` returns what standard error has so far. */
  readonly meanwhile?: (notes: () => string) => Promise<void>;
}

const listenerOf = ({ handler }: TestApi, before: RunOptions["before"]) =>
  before === undefined
    ? handler
    : (request: IncomingMessage, response: ServerResponse) =>
        void before(request, response).then((isTaken) => isTaken === true || handler(request, response));

/** Runs the command in this process, without a terminal if none is asked for. */
export async function runInProcess(
  args: readonly string[],
  { api, prompt, token, env: given, more = {}, isTerminal = false, before, meanwhile }: RunOptions = {},
): Promise<Ran> {
  await using server = api === undefined ? null : await nodeServer(listenerOf(api, before));
  let out = "";
  let notes = "";
  const ofApi: Record<string, string> =
    api === undefined || server === null
      ? {}
      : { WORKSPACE_AGENT_URL: server.url, WORKSPACE_AGENT_TOKEN: token ?? api.token };
  const env = given ?? { ...ofApi, ...more };
  const output = {
    out: (text: string) => void (out += text),
    note: (text: string) => void (notes += text),
    isTerminal,
    canRedraw: isTerminal,
    columns: 80,
  };
  const running = runCommand([...args], env, output, prompt);
  await meanwhile?.(() => notes);
  return { code: await running, out, notes };
}

/** Runs commands against the API; `json` returns what a command that succeeds writes as JSON. */
export function running(api: TestApi) {
  const run = async (args: readonly string[], options: RunOptions = {}) =>
    await runInProcess(args, { api, ...options });
  const json = async (args: readonly string[]): Promise<unknown> => {
    const { code, out, notes } = await run([...args, "--json"]);
    if (code !== 0) throw new Error(notes);
    return JSON.parse(out);
  };
  return { run, json };
}
