import { queryOptions, useMutation } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

/** Beyond it a file is offered for download, and not shown. */
export const MOST_SHOWN_BYTES = 1_000_000;

async function readFile(ref: string, path: string, signal?: AbortSignal): Promise<Blob> {
  const { data } = await client.api.GET("/api/skills/{ref}/files", {
    params: { path: { ref }, query: { path } },
    parseAs: "blob",
    ...(signal !== undefined && { signal }),
  });
  return data as Blob;
}

/** A file of a skill as text; null: it is none. */
export const skillFileQuery = (ref: string, version: number, path: string) =>
  queryOptions({
    queryKey: keys.library.kind("skills", "one", ref, "file", String(version), path),
    queryFn: async ({ signal }): Promise<string | null> => {
      const bytes = await (await readFile(ref, path, signal)).arrayBuffer();
      try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        return text.includes("\0") ? null : text;
      } catch {
        return null;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useSkillFile(ref: string) {
  return useMutation({ mutationFn: async (path: string) => await readFile(ref, path), gcTime: 0 });
}

/** The folder as an archive, in the form that the library takes. */
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
