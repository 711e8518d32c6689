import type { Page } from "playwright-core";
import type { OpenApp } from "../testing/open-app.ts";

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly content?: string;
  readonly version: number;
}

interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const bytes = (text: string) => ({ mimeType: "text/plain", buffer: Buffer.from(text) });

export async function chooseFile(page: Page, file: UploadedFile): Promise<void> {
  await page.getByLabel("File to import").setInputFiles(file);
}

/** The items of a kind by the prefix of their names. */
export async function stored({ call }: OpenApp, kind: "prompts" | "skills", name: string): Promise<Item[]> {
  const items = await call<Item[]>("GET", `/api/${kind}?limit=500`);
  return items.filter((item) => item.name.startsWith(name));
}
