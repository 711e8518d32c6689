import { openEnv } from "../config/config-codec.ts";
import { inject, service } from "../di.ts";
import type { ToolCallResult } from "../domain/sessions/request.ts";
import { truncateOutput } from "../outputs/truncate-output.ts";
import { SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { Redaction } from "../redaction/redact.ts";
import { cleanText } from "../runtime/text.ts";
import { noSuchWorkspace } from "../domain/principals/principal.ts";

/** The result of a call that the caller ran, as text. */
export type CallerResult = { readonly output: string } | { readonly error: string };

/** Prepares results of callers for the log: clean, without the workspace's secrets, and as long as other output of tools. */
@service()
export class CallerOutput {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(Redaction) private readonly redaction: Redaction,
  ) {}

  async toStore(tenant: string, workspaceId: string, result: ToolCallResult): Promise<CallerResult> {
    const workspace = await this.store.workspaces.get(tenant, workspaceId);
    if (workspace === null) throw noSuchWorkspace();
    const { secrets } = await openEnv(workspace.config, workspaceId, this.settings.secrets);
    const redact = this.redaction.redactor(secrets);
    const finish = (text: string) => truncateOutput(redact(cleanText(text))).text;
    if ("error" in result) return { error: finish(result.error) };
    const { output } = result;
    return { output: finish(typeof output === "string" ? output : JSON.stringify(output)) };
  }
}
