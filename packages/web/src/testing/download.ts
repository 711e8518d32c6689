import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";

/** Clicks on what starts a download, and returns the name and the text of the file. */
export async function download(target: Locator): Promise<{ readonly name: string; readonly text: string }> {
  const [file] = await Promise.all([target.page().waitForEvent("download"), target.click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}
