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
  /** Runs beside the command; `notes` returns what standard error has so far. */
  readonly meanwhile?: (notes: () => string) => Promise<void>;
}

/** Runs the command in this process, without a terminal. */
export async function runInProcess(
  args: readonly string[],
  { api, prompt, meanwhile }: RunOptions = {},
): Promise<Ran> {
  await using server = api === undefined ? null : await nodeServer(api.handler);
  let out = "";
  let notes = "";
  const env: Record<string, string> =
    api === undefined || server === null
      ? {}
      : { WORKSPACE_AGENT_URL: server.url, WORKSPACE_AGENT_TOKEN: api.token };
  const output = {
    out: (text: string) => void (out += text),
    note: (text: string) => void (notes += text),
    isTerminal: false,
    canRedraw: false,
    columns: 80,
  };
  const running = runCommand([...args], env, output, prompt);
  await meanwhile?.(() => notes);
  return { code: await running, out, notes };
}
