import * as v from "valibot";
import { defineTool, type ToolOutcome } from "../tool.ts";
import { BackgroundIdSchema, noSuchProcess, standingOf } from "./bash-output.ts";

export const bashKillTool = defineTool({
  name: "bash_kill",
  description: "Ends a background process and all that it started.",
  isReadOnly: false,
  parameters: v.strictObject({ id: BackgroundIdSchema }),
  subjects: ({ id }) => ({ names: [id] }),
  async run({ id }, context): Promise<ToolOutcome> {
    const process = context.background?.find(id) ?? null;
    if (process === null) return noSuchProcess(id, context);
    if (process.end !== null) return { output: `${id} was over already: ${standingOf(process)}.` };
    await process.kill();
    return { output: `Ended ${id}. What it wrote last is still there for bash_output.` };
  },
});
