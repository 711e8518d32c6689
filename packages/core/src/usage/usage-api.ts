import type { Principal } from "../domain/principals/principal.ts";
import type { Usage } from "../domain/usage/usage.ts";

export interface UsageApi {
  /** What a workspace's sessions have used, deleted ones too. */
  ofWorkspace(principal: Principal, workspaceId: string): Promise<Usage>;
}
