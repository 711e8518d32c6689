import type { Workspace } from "@workspace-agent/client";
import { isWaiting } from "../api/waiting.ts";
import { compareNames } from "../ui/compare-names.ts";
import { workspaceName, type PersonalView } from "./personal/personal-view.ts";
import type { Compare } from "../ui/sorted-view.tsx";
import type { WorkspaceShow, WorkspaceSort } from "./show.ts";

export const SHOW_TEXTS: Readonly<Record<WorkspaceShow, string>> = {
  all: "All",
  waiting: "Waiting for you",
  working: "Working",
  idle: "Idle",
  archived: "Archived",
};

export const SORT_TEXTS: Readonly<Record<WorkspaceSort, string>> = {
  newest: "Newest",
  name: "A to Z",
  updated: "Updated",
};

/** Null: the order of the API. */
export const COMPARE: Readonly<Record<WorkspaceSort, Compare<Workspace> | null>> = {
  newest: null,
  name: (a, b) => compareNames(a.name, b.name),
  updated: (a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at),
};

/** Whether a workspace is listed. An archived one that waits for an answer is not hidden. */
export function isListed(workspace: Workspace, show: WorkspaceShow, { archived }: PersonalView): boolean {
  const { running, queued, waiting } = workspace.session_counts;
  const isArchived = archived.has(workspaceName(workspace.id));
  if (show === "archived") return isArchived;
  if (isArchived && !isWaiting(workspace)) return false;
  switch (show) {
    case "all":
      return true;
    case "waiting":
      return waiting > 0;
    case "working":
      return running + queued > 0;
    case "idle":
      return running + queued + waiting === 0;
  }
}
