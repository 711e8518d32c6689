import { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { admin } from "../test-host.test-support.ts";
import type { BulkLine, BulkOptions, BulkResult, BulkSummary } from "../domain/library/bulk.ts";
import type { LibraryApi } from "./library-api.ts";
import type { PromptInput } from "../domain/library/prompt.ts";
import type { TemplateInput } from "../domain/library/template.ts";

export const stranger: Principal = { ...admin, id: "eve", tenant: "other" };
export const bound: Principal = { ...admin, id: "tok_x", kind: "token", workspace_ids: [] };

export function aPrompt(name: string, more: Partial<PromptInput> = {}): PromptInput {
  return { name, description: "", content: `This is ${name}.`, labels: {}, ...more };
}

export function aTemplate(name: string, more: Partial<TemplateInput> = {}): TemplateInput {
  return { name, description: "", config: {}, files: [], labels: {}, ...more };
}

/** Values as the lines of a load, cut into batches of these sizes, the last one for the rest. */
export async function* linesOf(
  values: readonly unknown[],
  sizes: readonly number[] = [],
): AsyncGenerator<readonly BulkLine[]> {
  const lines = values.map((value, index) => ({ index, value }));
  let start = 0;
  for (const size of sizes) {
    yield lines.slice(start, start + size);
    start += size;
  }
  yield lines.slice(start);
}

export interface Loaded {
  readonly results: readonly BulkResult[];
  readonly summary: BulkSummary;
}

export async function load(
  api: Pick<LibraryApi<never, never>, "bulk">,
  lines: AsyncIterable<readonly BulkLine[]> | readonly unknown[],
  options: Partial<BulkOptions> = {},
  principal: Principal = admin,
): Promise<Loaded> {
  const source = Symbol.asyncIterator in lines ? lines : linesOf(lines);
  const report = api.bulk(principal, source, { atomic: false, dryRun: false, ...options });
  const results = (await Array.fromAsync(report.results)).flat();
  return { results, summary: report.summary() };
}

export async function exported(
  api: Pick<LibraryApi<never, never>, "export">,
  principal: Principal = admin,
): Promise<object[]> {
  return (await Array.fromAsync(api.export(principal))).flat();
}

/** The error that a call is refused with. */
export async function refusal(call: Promise<unknown>): Promise<DomainError> {
  const error: unknown = await call.then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  if (DomainError.isInstance(error)) return error;
  throw error;
}
