import type { Page } from "playwright-core";

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly content?: string;
  readonly version: number;
}

export interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const bytes = (text: string) => ({ mimeType: "text/plain", buffer: Buffer.from(text) });

export async function chooseFile(page: Page, file: string | UploadedFile): Promise<void> {
  await page.getByLabel("File to import").setInputFiles(file);
}
