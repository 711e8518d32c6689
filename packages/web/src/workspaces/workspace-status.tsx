import type { Workspace } from "@workspace-agent/client";
import { Status } from "../ui/badge.tsx";
import { describeStatus } from "./describe-status.ts";

export function WorkspaceStatus({ workspace }: { readonly workspace: Workspace }) {
  const { tone, text } = describeStatus(workspace);
  return <Status tone={tone}>{text}</Status>;
}
