import { inject, service } from "../di.ts";
import { isOutdated, outputPath } from "./spilled-output.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, SANDBOXES } from "../ports/injection.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { OutputsApi } from "./outputs-api.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";

const gone = () =>
  new DomainError(
    "not_found",
    "The output is not there any more: a sandbox keeps its newest 16, for as long as the workspace retains them, and none after its end.",
  );

/** Reads the full text of truncated outputs from the sandboxes that store them. */
@service()
export class OutputsService implements OutputsApi {
  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(WorkspaceEnvironment) private readonly place: WorkspaceEnvironment,
  ) {}

  async read(principal: Principal, workspaceId: string, id: string): Promise<ReadableStream<Uint8Array>> {
    const workspace = await this.workspaces.findReady(principal, workspaceId);
    const path = outputPath(id);
    // A sandbox that does not run has no outputs.
    const days = workspace.config.retention?.outputs_days ?? null;
    if (isOutdated(id, this.clock.now(), days)) throw gone();
    if (path === null || this.sandboxes.state(workspaceId) !== "running") throw gone();
    const sandbox = await this.place.opened(workspace);
    // Never read anything but a file: an agent may have put a pipe there.
    if ((await sandbox.stat({ path }))?.type !== "file") throw gone();
    const body = await sandbox.readFile({ path });
    if (body === null) throw gone();
    return body;
  }
}
