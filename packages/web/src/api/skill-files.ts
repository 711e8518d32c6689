import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { decodeText } from "./read-text.ts";

/** Larger files can only be downloaded. */
export const MAX_SHOWN_BYTES = 1_000_000;

export async function readSkillFile(ref: string, path: string, signal?: AbortSignal): Promise<Blob> {
  const { data } = await client.api.GET("/api/skills/{ref}/files", {
    params: { path: { ref }, query: { path } },
    parseAs: "blob",
    ...(signal !== undefined && { signal }),
  });
  return data as Blob;
}

/** A file of a skill as text, or null if it is binary. */
export const skillFileQuery = (ref: string, version: number, path: string) =>
  queryOptions({
    queryKey: keys.library.kind("skills", "one", ref, "file", String(version), path),
    queryFn: async ({ signal }) =>
      decodeText(new Uint8Array(await (await readSkillFile(ref, path, signal)).arrayBuffer())),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A skill as an archive, in the format of an import. */
export async function readSkillPackage(ref: string): Promise<Blob> {
  const { data } = await client.api.GET("/api/skills/{ref}/package", {
    params: { path: { ref } },
    parseAs: "blob",
  });
  return data as Blob;
}
