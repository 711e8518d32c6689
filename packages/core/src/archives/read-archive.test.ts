import { bytesSource, tarGzStream, zipStream, type ArchiveInput } from "@workspace-agent/archives";
import { expect, test } from "vitest";
import { DomainError } from "../domain/errors/domain-error.ts";
import { readArchive } from "./read-archive.ts";

const LIMITS = { maxBytes: 1_000_000 };

function file(path: string): ArchiveInput {
  const content = new TextEncoder().encode("x");
  return { path, type: "file", size: 1, executable: false, body: async () => content };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error("Nothing was refused."),
    (reason: unknown) => reason,
  );
  return DomainError.isInstance(error) ? `${error.code}: ${error.detail}` : String(error);
}

test("a refused archive is an error for the caller", async () => {
  const none = bytesSource(new TextEncoder().encode("none"));
  expect(await refusal(readArchive(none, { ...LIMITS, kind: "zip" }))).toBe(
    "invalid_request: The archive is no zip file.",
  );
  const out = bytesSource(await new Response(tarGzStream([file("../x")])).bytes());
  expect(await refusal(readArchive(out, LIMITS))).toBe(
    'invalid_path: The entry "../x" of the archive: The path holds a ".." segment.',
  );
});

test("an entry with wrong bytes is an error for the caller, streamed or at once", async () => {
  const zip = await new Response(zipStream([file("f")])).bytes();
  // The content follows 30 bytes of header, the name and the time.
  const damaged = zip.map((byte, at) => (at === 40 ? byte ^ 1 : byte));
  const { entries } = await readArchive(bytesSource(damaged), LIMITS);
  const reason = 'invalid_request: The entry "f" of the archive is damaged: it has a wrong checksum.';
  for await (const entry of entries()) {
    expect(await refusal(entry.content())).toBe(reason);
    expect(await refusal(new Response(entry.body()).text())).toBe(reason);
  }
});

test("a source that cannot be read fails with its own error", async () => {
  const failure = new Error("the disk broke");
  const broken = { size: 100, read: () => Promise.reject(failure) };
  await expect(readArchive(broken, LIMITS)).rejects.toBe(failure);
});
