import * as v from "valibot";
import { tool } from "../make-tool.ts";
import type { ToolOutcome } from "../tool.ts";
import { BackgroundIdSchema, noSuchProcess, statusOf } from "./bash-output.ts";

export const bashKillTool = tool({
  name: "bash_kill",
  description: "Ends a background process and everything that it started.",
  isReadOnly: false,
  parameters: v.strictObject({ id: BackgroundIdSchema }),
  subjects: ({ id }) => ({ names: [id] }),
  async run({ id }, context): Promise<ToolOutcome> {
    const process = context.background?.find(id) ?? null;
    if (process === null) return noSuchProcess(id, context);
    if (process.end !== null) return { output: `${id} had already ended: ${statusOf(process)}.` };
    await process.kill();
    return { output: `Ended ${id}. bash_output still shows its last output.` };
  },
});
