import { queryOptions, useMutation } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { decodeText } from "./read-text.ts";

/** Larger files can only be downloaded. */
export const MAX_SHOWN_BYTES = 1_000_000;

async function readFile(ref: string, path: string, signal?: AbortSignal): Promise<Blob> {
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
      decodeText(new Uint8Array(await (await readFile(ref, path, signal)).arrayBuffer())),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useSkillFile(ref: string) {
  return useMutation({ mutationFn: async (path: string) => await readFile(ref, path), gcTime: 0 });
}

/** A skill as an archive, in the format of an import. */
export function useSkillPackage(ref: string) {
  return useMutation({
    mutationFn: async (): Promise<Blob> => {
      const { data } = await client.api.GET("/api/skills/{ref}/package", {
        params: { path: { ref } },
        parseAs: "blob",
      });
      return data as Blob;
    },
    gcTime: 0,
  });
}
