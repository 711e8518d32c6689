import { join } from "node:path";
import { format } from "prettier";
import { expect } from "vitest";

/** Compares a page of the docs with the Markdown of its parts. */
export async function expectPage(name: string, parts: readonly string[]): Promise<void> {
  const text = await format(parts.join("\n\n"), { parser: "markdown", printWidth: 110 });
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "../docs", name));
}
