import type { Workspace } from "@workspace-agent/client";
import { Status } from "../ui/badge.tsx";
import { describeStatus } from "./describe-status.ts";

interface WorkspaceStatusProps {
  readonly workspace: Workspace;
  /** The host receives the files. */
  readonly isRestoring?: boolean;
}

export function WorkspaceStatus({ workspace, isRestoring = false }: WorkspaceStatusProps) {
  const { tone, text } = describeStatus(workspace, isRestoring);
  return <Status tone={tone}>{text}</Status>;
}
