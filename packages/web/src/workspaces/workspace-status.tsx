import type { Workspace } from "@workspace-agent/client";
import { Status } from "../ui/badge.tsx";
import { describeStatus } from "./describe-status.ts";

export function WorkspaceStatus({ workspace }: { readonly workspace: Workspace }) {
  const { tone, words } = describeStatus(workspace);
  return <Status tone={tone}>{words}</Status>;
}
