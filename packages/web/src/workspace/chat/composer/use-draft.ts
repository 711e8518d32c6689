import type { AcceptedTurn } from "@workspace-agent/client";
import { useRef, useState, useSyncExternalStore } from "react";
import { useSendMessage, type OnBusy, type Sent } from "../../../api/sessions.ts";
import { drafts } from "./drafts.ts";
import { readImage, refusalOf, type DraftImage } from "./images.ts";

export interface DraftOptions {
  readonly workspaceId: string;
  /** Null: the message begins a session. */
  readonly sessionId: string | null;
  /** Told where the message went, if it is still looked at. */
  readonly onSent: (sessionId: string) => void;
  /** Called before a message is sent; what it gives is called when that was accepted, whatever is looked at then. */
  readonly onSend?: (sent: Sent) => (turn: AcceptedTurn) => void;
}

/** The half-written message of a session, and how it is sent. */
export function useDraft({ workspaceId, sessionId, onSent, onSend }: DraftOptions) {
  const place = sessionId ?? "new";
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.read(workspaceId, place));
  const [refusal, setRefusal] = useState<string | null>(null);
  const left = useRef(new AbortController());
  const send = useSendMessage(workspaceId);
  const change = (changes: Parameters<typeof drafts.change>[2]) => {
    drafts.change(workspaceId, place, changes);
    if (send.isError) send.reset();
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
    const message: Sent = {
      key: draft.key,
      on_busy: onBusy,
      ...(draft.text.trim() !== "" && { message: draft.text }),
      ...(draft.prompt !== null && { prompt: draft.prompt }),
      ...(draft.images.length > 0 && { images: draft.images.map(({ image }) => image) }),
      ...(sessionId !== null && { session_id: sessionId }),
    };
    const accepted = onSend?.(message);
    left.current = new AbortController();
    const sending = {
      message,
      signal: left.current.signal,
      onAccepted: (turn: AcceptedTurn) => {
        drafts.takeOut(workspaceId, place, draft);
        accepted?.(turn);
      },
    };
    send.mutate(sending, {
      onSuccess: ({ session_id }) => {
        setRefusal(null);
        onSent(session_id);
      },
    });
  };
  /** While the server does not answer: the message stays here. */
  const giveUp = () => {
    left.current.abort();
    send.reset();
  };
  return {
    draft,
    change,
    addFiles,
    refusal,
    isReady,
    submit,
    giveUp,
    isSending: send.isPending,
    error: send.error,
  };
}
