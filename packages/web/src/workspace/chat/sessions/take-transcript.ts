import type { Session } from "@workspace-agent/client";
import { describeError } from "../../../api/describe-error.ts";
import { readTranscript } from "../../../api/sessions.ts";
import { copyText } from "../../../ui/copy-button.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { showToast } from "../../../ui/toast.tsx";

/** Copies the transcript of a session as Markdown, or saves it as a file. Shows what fails. */
export async function takeTranscript(session: Session, how: "copy" | "md" | "json"): Promise<void> {
  const { id, workspace_id } = session;
  const type = how === "json" ? "application/json" : "text/markdown";
  const text = await readTranscript(workspace_id, id, type).catch((error: unknown) => {
    showToast("The transcript could not be loaded", describeError(error).message);
    return null;
  });
  if (text === null) return;
  if (how !== "copy") saveFile(text, `${id}.${how}`, type);
  else if (await copyText(text)) showToast("Transcript copied");
  else showToast("The transcript could not be copied", "Download it instead.");
}
