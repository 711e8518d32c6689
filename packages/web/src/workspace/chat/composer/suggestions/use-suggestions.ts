import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { configQuery } from "../../../../api/config.ts";
import { promptsQuery } from "../../../../api/library.ts";
import { useFoundFiles } from "../../../../api/use-found-files.ts";
import type { Trigger } from "./trigger.ts";

export type Suggestion =
  | { readonly kind: "prompt"; readonly name: string; readonly detail: string; readonly isComplete: boolean }
  | { readonly kind: "skill" | "file"; readonly name: string; readonly detail: string };

/** As many as fit without scrolling; the text narrows them down. */
const MAX_SHOWN = 8;

/** The prompts and skills, or the files, whose names contain what is being written. */
export function useSuggestions(workspaceId: string, { kind, query }: Trigger): readonly Suggestion[] {
  const isFile = kind === "file";
  const files = useFoundFiles(workspaceId, isFile ? query : null);
  const prompts = useInfiniteQuery({ ...promptsQuery(query), enabled: !isFile });
  const config = useQuery({ ...configQuery(workspaceId), enabled: !isFile });
  // Until the answer arrives, the queries have that for what was written before.
  const isMatch = ({ name }: Suggestion) => name.toLowerCase().includes(query.toLowerCase());
  const all = isFile
    ? files.map((name): Suggestion => ({ kind: "file", name, detail: "" }))
    : [
        ...(config.data?.item.skills ?? []).map((name): Suggestion => ({
          kind: "skill",
          name,
          detail: "Skill",
        })),
        ...(prompts.data?.pages ?? []).flatMap(({ items }) =>
          items.map(({ name, description, arguments: required }): Suggestion => ({
            kind: "prompt",
            name,
            detail: description === "" ? "Prompt" : `Prompt: ${description}`,
            isComplete: required.length === 0,
          })),
        ),
      ];
  return all.filter(isMatch).slice(0, MAX_SHOWN);
}
