import { useQuery } from "@tanstack/react-query";
import { attentionQuery } from "../api/attention.ts";
import { countWaiting } from "../api/waiting.ts";

/** The title of a page, after the number of sessions that wait for an answer. */
export function Title({ children }: { readonly children: string }) {
  const { data: waiting = 0 } = useQuery({ ...attentionQuery, select: countWaiting });
  return <title>{waiting > 0 ? `(${waiting}) ${children}` : children}</title>;
}
