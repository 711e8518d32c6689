import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { byIdQuery } from "../../api/by-id.ts";
import { forget } from "./personal-view.ts";
import { usePersonalView } from "./use-personal-view.ts";

/** How many are read one by one. */
const MAX_READ = 50;

interface Pinned<Item> {
  /** The ids of what is pinned, the newest first. */
  readonly ids: readonly string[];
  /** The items of the loaded pages. Undefined until the first of them is loaded, or if nothing pinned is shown. */
  readonly loaded: readonly Item[] | undefined;
  readonly toQuery: (ids: readonly string[]) => ReturnType<typeof byIdQuery<Item>>;
  readonly nameOf: (id: string) => string;
}

/** The pinned items that are not on the loaded pages of a list, and their query. What was deleted is forgotten. */
export function usePinned<Item extends { readonly id: string }>(pinned: Pinned<Item>) {
  const { ids, loaded, toQuery, nameOf } = pinned;
  const { change } = usePersonalView();
  const known = new Set(loaded?.map(({ id }) => id));
  const missing = loaded === undefined ? [] : ids.filter((id) => !known.has(id)).slice(0, MAX_READ);
  const query = useQuery(toQuery(missing));
  const { data = [], isSuccess, isPlaceholderData } = query;
  const found = data.filter(({ id }) => missing.includes(id));
  const isComplete = isSuccess && !isPlaceholderData;
  const deleted = isComplete ? missing.filter((id) => !found.some((item) => item.id === id)) : [];
  useEffect(() => {
    for (const id of deleted) change((view) => forget(view, nameOf(id)));
  });
  return { found, query };
}
