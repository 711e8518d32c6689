import type { BulkResult, BulkSummary } from "@workspace-agent/core/schemas";
import type { Prompt } from "@workspace-agent/core";
import type { Answered, TestApi } from "../../test-api.test-support.ts";

export const NDJSON = { "content-type": "application/x-ndjson" };

export const prompt = (name: string, content = `Do ${name}`) => ({ name, content });

export const refOf = (name: string) => `/api/prompts/${encodeURIComponent(name)}`;

export async function createPrompt(api: TestApi, name: string, content?: string): Promise<Answered> {
  return await api.call("POST", "/api/prompts", { json: prompt(name, content) });
}

export async function names(api: TestApi): Promise<readonly string[]> {
  const { as } = await api.call("GET", "/api/prompts?limit=500");
  return as<readonly Prompt[]>().map(({ name }) => name);
}

export interface Loaded {
  readonly results: readonly BulkResult[];
  readonly summary: BulkSummary;
}

/** The lines of a load's answer. */
export function loaded(text: string): Loaded {
  const lines = text.trimEnd().split("\n");
  const last = JSON.parse(lines.at(-1) ?? "") as { summary: BulkSummary };
  return {
    results: lines.slice(0, -1).map((line) => JSON.parse(line) as BulkResult),
    summary: last.summary,
  };
}
