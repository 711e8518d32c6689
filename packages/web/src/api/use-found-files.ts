import { useQuery } from "@tanstack/react-query";
import { fileSearchQuery } from "./files.ts";

/** The paths of the files of a workspace that contain a text, or without a text of those in the root. Null: none are looked for. */
export function useFoundFiles(workspaceId: string, text: string | null): readonly string[] {
  const { data } = useQuery({ ...fileSearchQuery(workspaceId, text ?? ""), enabled: text !== null });
  if (text === null) return [];
  // Until the answer arrives, the query has that for what was written before.
  return (data?.paths ?? []).filter((path) => path.toLowerCase().includes(text.toLowerCase()));
}
