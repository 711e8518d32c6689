import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { painted } from "./painted.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary: string }[];
}

/** Expects that `axe` finds no problem with the page in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  const source = await readFile(AXE, "utf8");
  // The page's policy blocks script elements, but not this evaluation.
  await page.evaluate(source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await painted(page);
    const found = await page.evaluate<readonly Violation[]>(
      "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, help, nodes }) =>" +
        " ({ id, help, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) })))",
    );
    expect(found, `${colorScheme}: ${page.url()}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}
