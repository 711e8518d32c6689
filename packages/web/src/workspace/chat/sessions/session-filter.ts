import type { Session } from "@workspace-agent/client";
import { compareNames } from "../../../ui/compare-names.ts";
import type { Compare } from "../../../ui/sorted-view.tsx";
import { isPair } from "../../../workspaces/pair.ts";
import { sessionName, type PersonalView } from "../../../workspaces/personal/personal-view.ts";
import { sessionTitle } from "./session-title.ts";

/** Which sessions are listed, by their state. */
export const SESSION_SHOWS = ["all", "waiting", "working", "idle", "failed", "archived"] as const;
export type SessionShow = (typeof SESSION_SHOWS)[number];

export const SHOW_TEXTS: Readonly<Record<SessionShow, string>> = {
  all: "All",
  waiting: "Waiting for you",
  working: "Working",
  idle: "Idle",
  failed: "Failed",
  archived: "Archived",
};

/** The order of the list. `newest` is that of the API. */
export const SESSION_SORTS = ["newest", "active", "name"] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

export const SORT_TEXTS: Readonly<Record<SessionSort, string>> = {
  newest: "Newest",
  active: "Last active",
  name: "A to Z",
};

/** Null: the order of the API. */
export const COMPARE: Readonly<Record<SessionSort, Compare<Session> | null>> = {
  newest: null,
  active: (a, b) => Date.parse(b.last_active_at) - Date.parse(a.last_active_at),
  name: (a, b) => compareNames(sessionTitle(a), sessionTitle(b)),
};

export interface SessionFilter {
  readonly show: SessionShow;
  /** A pair of metadata, as `key:value`. Empty: any. */
  readonly metadata: string;
  readonly sort: SessionSort;
}

export const NO_FILTER: SessionFilter = { show: "all", metadata: "", sort: "newest" };

/** The filter in the search parameters of a page. */
export function toSessionFilter(parameters: object): SessionFilter {
  const { show, metadata, sort }: Partial<Record<keyof SessionFilter, unknown>> = parameters;
  return {
    show: SESSION_SHOWS.find((each) => each === show) ?? "all",
    metadata: isPair(metadata) ? metadata : "",
    sort: SESSION_SORTS.find((each) => each === sort) ?? "newest",
  };
}

/** The search parameters of a filter, without those that have their defaults. */
export const toParameters = ({ show, metadata, sort }: SessionFilter): Partial<SessionFilter> => ({
  ...(show !== "all" && { show }),
  ...(metadata !== "" && { metadata }),
  ...(sort !== "newest" && { sort }),
});

export const isFiltered = (filter: SessionFilter): boolean => Object.keys(toParameters(filter)).length > 0;

/** Whether a session is listed. An archived one that waits for an answer is not hidden. */
export function isListed(session: Session, show: SessionShow, { archived }: PersonalView): boolean {
  const { id, workspace_id, status, last_turn } = session;
  const isArchived = archived.has(sessionName(workspace_id, id));
  if (show === "archived") return isArchived;
  if (isArchived && status !== "waiting") return false;
  const isFailed = status === "idle" && last_turn?.status === "failed";
  switch (show) {
    case "all":
      return true;
    case "waiting":
      return status === "waiting";
    case "working":
      return status === "running" || status === "queued";
    case "idle":
      return status === "idle" && !isFailed;
    case "failed":
      return isFailed;
  }
}
