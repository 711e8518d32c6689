import { useState, useSyncExternalStore } from "react";
import { useSendMessage, type OnBusy } from "../../../api/sessions.ts";
import { drafts } from "./drafts.ts";
import { readImage, refusalOf, type DraftImage } from "./images.ts";

/** The half-written message of a session (null: of a new one), and how it is sent. */
export function useDraft(workspaceId: string, sessionId: string | null, onSent: (sessionId: string) => void) {
  const place = sessionId ?? "new";
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.read(workspaceId, place));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const send = useSendMessage(workspaceId);
  const change = (changes: Parameters<typeof drafts.change>[2]) => {
    drafts.change(workspaceId, place, changes);
    // Another message is another turn; the same one, sent again, is not.
    setKey(crypto.randomUUID());
  };

  const addFiles = async (files: readonly File[]) => {
    const added: DraftImage[] = [];
    let refused: string | null = null;
    for (const file of files) {
      const why = refusalOf(file, [...draft.images, ...added]);
      if (why === null) added.push(await readImage(file));
      else refused ??= why;
    }
    setRefusal(refused);
    if (added.length > 0) change({ images: [...drafts.read(workspaceId, place).images, ...added] });
  };

  const isReady = draft.text.trim() !== "" || draft.prompt !== null;
  const submit = (onBusy: OnBusy) => {
    if (!isReady || send.isPending) return;
    const sent = {
      key,
      on_busy: onBusy,
      ...(draft.text.trim() !== "" && { message: draft.text }),
      ...(draft.prompt !== null && { prompt: draft.prompt }),
      ...(draft.images.length > 0 && { images: draft.images.map(({ image }) => image) }),
      ...(sessionId !== null && { session_id: sessionId }),
    };
    send.mutate(sent, {
      onSuccess: ({ session_id }) => {
        drafts.takeOut(workspaceId, place, draft);
        setKey(crypto.randomUUID());
        setRefusal(null);
        onSent(session_id);
      },
    });
  };
  return { draft, change, addFiles, refusal, isReady, submit, isSending: send.isPending, error: send.error };
}
