import type { AcceptedTurn } from "@workspace-agent/client";
import { useRef, useState, useSyncExternalStore } from "react";
import { loadModule } from "../../../api/load-module.ts";
import { useSendMessage, type OnBusy, type OutgoingMessage } from "../../../api/sessions.ts";
import { drafts } from "./drafts.ts";
import type { DraftImage } from "./images.ts";

/** The limit of the API. */
const MAX_ATTACHMENTS = 20;
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const TOO_MANY = `A message can have at most ${MAX_ATTACHMENTS} attachments.`;

export interface DraftOptions {
  readonly workspaceId: string;
  /** Null for a new session. */
  readonly sessionId: string | null;
  /** Called with the session of the message, unless the component was unmounted. */
  readonly onSent: (sessionId: string) => void;
  /** Called before a message is sent. The returned function is called when the message was accepted. */
  readonly onSend?: (message: OutgoingMessage) => (turn: AcceptedTurn) => void;
}

/** The unsent message of a session. */
export function useDraft({ workspaceId, sessionId, onSent, onSend }: DraftOptions) {
  const session = sessionId ?? "new";
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.read(workspaceId, session));
  const [problem, setProblem] = useState<string | null>(null);
  const abort = useRef(new AbortController());
  const send = useSendMessage(workspaceId);
  const change = (changes: Parameters<typeof drafts.change>[2]) => {
    drafts.change(workspaceId, session, changes);
    if (send.isError) send.reset();
  };

  const attach = (paths: readonly string[]) => {
    const all = [...new Set([...drafts.read(workspaceId, session).attachments, ...paths])];
    setProblem(all.length > MAX_ATTACHMENTS ? TOO_MANY : null);
    change({ attachments: all.slice(0, MAX_ATTACHMENTS) });
  };
  const [uploads, setUploads] = useState<{ readonly files: readonly File[]; readonly isBusy: boolean }>({
    files: [],
    isBusy: false,
  });
  const [reading, setReading] = useState(0);

  const add = async (files: readonly File[]) => {
    const added: DraftImage[] = [];
    let firstProblem: string | null = null;
    const images = files.filter(({ type }) => IMAGE_TYPES.includes(type));
    const others = files.filter((file) => !images.includes(file));
    if (draft.attachments.length + others.length > MAX_ATTACHMENTS) firstProblem = TOO_MANY;
    else if (others.length > 0) setUploads({ files: others, isBusy: true });
    for (const file of images) {
      const { imageProblem, readImage } = await loadModule(async () => await import("./images.ts"));
      const invalid = imageProblem(file, [...draft.images, ...added]);
      if (invalid === null) added.push(await readImage(file));
      else firstProblem ??= invalid;
    }
    setProblem(firstProblem);
    if (added.length > 0) change({ images: [...drafts.read(workspaceId, session).images, ...added] });
  };

  /** Adds images to the message, and uploads and attaches other files. */
  const addFiles = (files: readonly File[]) => {
    setReading((count) => count + 1);
    void add(files)
      .catch(() => setProblem("An image could not be read."))
      .finally(() => setReading((count) => count - 1));
  };

  const isComplete = !uploads.isBusy && reading === 0;
  const isReady = (draft.text.trim() !== "" || draft.prompt !== null) && isComplete;
  const submit = (onBusy: OnBusy) => {
    if (!isReady || send.isPending) return;
    const message: OutgoingMessage = {
      key: draft.key,
      on_busy: onBusy,
      ...(draft.text.trim() !== "" && { message: draft.text }),
      ...(draft.prompt !== null && { prompt: draft.prompt }),
      ...(draft.images.length > 0 && { images: draft.images.map(({ image }) => image) }),
      ...(draft.attachments.length > 0 && { attachments: draft.attachments.map((path) => ({ path })) }),
      ...(sessionId !== null && { session_id: sessionId }),
    };
    const onAccepted = onSend?.(message);
    abort.current = new AbortController();
    const sending = {
      message,
      signal: abort.current.signal,
      onAccepted: (turn: AcceptedTurn) => {
        drafts.removeSent(workspaceId, session, draft);
        onAccepted?.(turn);
      },
    };
    send.mutate(sending, {
      onSuccess: ({ session_id }) => {
        setProblem(null);
        onSent(session_id);
      },
    });
  };
  /** Stops sending, and keeps the draft. */
  const cancel = () => {
    abort.current.abort();
    send.reset();
  };
  return {
    draft,
    change,
    addFiles,
    attach,
    uploads,
    setUploading: (isBusy: boolean) => setUploads((now) => ({ ...now, isBusy })),
    problem,
    isReady,
    submit,
    cancel,
    isSending: send.isPending,
    error: send.error,
  };
}
