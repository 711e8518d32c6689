import {
  bytesSource,
  collectBody,
  readArchive,
  streamBytes,
  tarGzStream,
  zipStream,
  type ArchiveInput,
} from "@workspace-agent/archives";
import { onTestFinished } from "vitest";
import { memoryVolumes } from "../../memory/index.ts";
import type { CompleteStore } from "../../ports/store.ts";
import type { CompleteVolumeProvider } from "../../ports/volume.ts";
import type { AgentService } from "../../composition/agent-service.ts";
import { startedService } from "../../test-host.test-support.ts";
import { testStore } from "../../testing/index.ts";
import type { LibraryFile } from "../../domain/library/library-file.ts";
import type { SkillInput } from "../../domain/library/skill.ts";

export interface SkillsHost {
  readonly service: AgentService;
  readonly store: CompleteStore;
  readonly volumes: CompleteVolumeProvider;
}

export async function skillsHost(): Promise<SkillsHost> {
  const store = testStore();
  const volumes = memoryVolumes();
  const service = await startedService({ store, volumes });
  onTestFinished(() => service.stop({ graceMs: 100 }));
  return { service, store, volumes };
}

/** A `SKILL.md` with this front matter, or with a sound one of this name. */
export function skillMarkdown(name: string, frontMatter?: string, body = "# Do it\n"): string {
  return `---\n${frontMatter ?? `name: ${name}\ndescription: Does ${name}.`}\n---\n\n${body}`;
}

export function aSkill(name: string, more: readonly LibraryFile[] = [], body?: string): SkillInput {
  return { files: [{ path: "SKILL.md", content: skillMarkdown(name, undefined, body) }, ...more] };
}

const encoder = new TextEncoder();

/** What goes into an archive, by path; one that ends with `.sh` may be run. */
function entriesOf(files: Readonly<Record<string, string>>): ArchiveInput[] {
  return Object.entries(files).map(([path, text]) => {
    const bytes = encoder.encode(text);
    return {
      path,
      type: "file",
      size: bytes.length,
      executable: path.endsWith(".sh"),
      body: async () => streamBytes(bytes, 0, bytes.length),
    };
  });
}

export const tarGz = (files: Readonly<Record<string, string>>) => tarGzStream(entriesOf(files));
export const zip = (files: Readonly<Record<string, string>>) => zipStream(entriesOf(files));

export const bytesOfStream = (body: ReadableStream<Uint8Array>) => collectBody(body, () => undefined);

/** The files of an archive by path, those that may be run marked with a star. */
export async function unpacked(body: ReadableStream<Uint8Array>): Promise<Record<string, string>> {
  const archive = await readArchive(bytesSource(await bytesOfStream(body)), { maxBytes: 1e8 });
  const files: Record<string, string> = {};
  for await (const entry of archive.entries()) {
    const text = await new Response(entry.body()).text();
    if (entry.type === "file") files[`${entry.path}${entry.executable ? "*" : ""}`] = text;
  }
  return files;
}

/** The files of a skill named `pdf`, and the same as an input. */
export const FILES = {
  "SKILL.md": skillMarkdown("pdf"),
  "scripts/fill.sh": "echo fill",
  "data.bin": "a\0b",
};

/** Files in a folder. */
export const below = (folder: string, files: Readonly<Record<string, string>> = FILES) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

export const INPUT = {
  files: [
    { path: "data.bin", content_base64: "YQBi" },
    { path: "scripts/fill.sh", content: "echo fill", executable: true },
    { path: "SKILL.md", content: skillMarkdown("pdf") },
  ],
};
