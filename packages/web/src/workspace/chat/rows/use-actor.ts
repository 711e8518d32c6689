import { useQuery } from "@tanstack/react-query";
import { principalQuery } from "../../../api/client.ts";
import type { Actor } from "../log/row.ts";
import { visibleText } from "../text/visible-text.ts";

/** Who did something. Null while that is not known. */
export function useActor(by: Actor | null): { readonly name: string; readonly isSelf: boolean } | null {
  const { data: principal } = useQuery(principalQuery);
  if (by === null || principal === undefined) return null;
  const name = visibleText(by.name);
  return { name: by.kind === "token" ? `${name} (token)` : name, isSelf: by.id === principal.id };
}
