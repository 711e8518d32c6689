import { ArrowUp, BookText, ImagePlus, Paperclip } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useIsServerUnavailable } from "../../../api/reachability.ts";
import type { OnBusy } from "../../../api/sessions.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ErrorNotice, Notice } from "../../../ui/error-notice.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { ToggleGroup } from "../../../ui/toggle-group.tsx";
import styles from "./composer.module.css";
import { DraftChips } from "./draft-chips.tsx";
import { MessageField } from "./message-field.tsx";
import { useDraft, type DraftOptions } from "./use-draft.ts";

interface ComposerProps extends DraftOptions {
  /** Whether a turn is running or queued. */
  readonly isBusy: boolean;
  /** The field gets the focus each time this changes. */
  readonly focusCount?: number;
  /** The message that ArrowUp writes again in an empty field, or null. */
  readonly recall?: () => string | null;
}

const AttachDialog = lazyComponent(async () => (await import("./attach-dialog.tsx")).AttachDialog);
const PromptDialog = lazyComponent(async () => (await import("./prompt-dialog.tsx")).PromptDialog);
const AttachedUploads = lazyComponent(async () => (await import("./attached-uploads.tsx")).AttachedUploads);

const PLACEHOLDER = "What should the agent do? Type / for prompts and skills, @ for files";
const WHEN_BUSY = [
  { value: "queue", label: "Queue" },
  { value: "steer", label: "Steer" },
  { value: "interrupt", label: "Interrupt" },
] as const;
const BUSY_HINTS = {
  queue: "Runs after the current turn.",
  steer: "Joins the current turn at its next step.",
  interrupt: "Stops the current turn and runs next.",
} as const satisfies Record<OnBusy, string>;

/** The form for a message with images, attached files, and a stored prompt. */
export function Composer({ isBusy, focusCount = 0, recall = () => null, ...options }: ComposerProps) {
  const { sessionId } = options;
  const [onBusy, setOnBusy] = useState<OnBusy>("queue");
  const [choosing, setChoosing] = useState<{ readonly prompt: string | null } | "files" | null>(null);
  const composer = useDraft(options);
  const isUnavailable = useIsServerUnavailable();
  const { draft, change, addFiles, attach, uploads, problem, isReady, isSending, cancel, error } = composer;
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const submit = () => composer.submit(isBusy ? onBusy : "queue");

  useEffect(() => {
    // An open dialog keeps the focus.
    const isInDialog = document.activeElement?.closest("dialog") != null;
    if (matchMedia("(pointer: fine)").matches && !isInDialog) field.current?.focus();
  }, [sessionId, focusCount]);
  return (
    <div className={classNames("column", styles.composer)}>
      {error !== null && <ErrorNotice error={error} />}
      {isSending && isUnavailable && (
        <Notice
          kind="warn"
          action={
            <Button size="small" onClick={cancel}>
              Cancel
            </Button>
          }
        >
          Your message will be sent when the server responds again.
        </Notice>
      )}
      {problem !== null && <Notice kind="warn">{problem}</Notice>}
      {uploads.files.length > 0 && (
        <AttachedUploads
          workspaceId={options.workspaceId}
          files={uploads.files}
          onUploaded={(path) => attach([path])}
          onBusy={composer.setUploading}
        />
      )}
      <form
        className={styles.box}
        aria-label="Message"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          addFiles([...event.dataTransfer.files]);
        }}
      >
        <DraftChips draft={draft} onChange={change} />
        <MessageField
          workspaceId={options.workspaceId}
          field={field}
          text={draft.text}
          placeholder={draft.prompt === null ? PLACEHOLDER : "Additional instructions"}
          onChange={(text) => change({ text })}
          onSend={submit}
          recall={recall}
          onFiles={(files) => addFiles([...files])}
          onAttach={(path) => attach([path])}
          onPrompt={(name, isComplete) => {
            if (isComplete) change({ prompt: { name, arguments: {} } });
            else setChoosing({ prompt: name });
          }}
        />
        <div className={styles.tools}>
          <FileInput
            ref={picker}
            accept="image/png,image/jpeg,image/gif,image/webp"
            multiple
            aria-label="Images"
            onFiles={addFiles}
          />
          <IconButton label="Add images" icon={<ImagePlus />} onClick={() => picker.current?.click()} />
          <IconButton label="Attach files" icon={<Paperclip />} onClick={() => setChoosing("files")} />
          <IconButton label="Use prompt" icon={<BookText />} onClick={() => setChoosing({ prompt: null })} />
          {isBusy && (
            <ToggleGroup label="While a turn runs" value={onBusy} onChange={setOnBusy} options={WHEN_BUSY} />
          )}
          <span className={styles.hint}>
            {isBusy ? BUSY_HINTS[onBusy] : "Enter to send, Shift+Enter for a new line"}
          </span>
          <Button type="submit" kind="primary" icon={<ArrowUp />} isBusy={isSending} disabled={!isReady}>
            Send
          </Button>
        </div>
      </form>
      {choosing !== null && choosing !== "files" && (
        <PromptDialog
          initial={choosing.prompt}
          onClose={() => setChoosing(null)}
          onChoose={(prompt) => {
            change({ prompt });
            setChoosing(null);
          }}
        />
      )}
      {choosing === "files" && (
        <AttachDialog
          workspaceId={options.workspaceId}
          onClose={() => setChoosing(null)}
          onAttach={(paths) => {
            attach(paths);
            setChoosing(null);
          }}
          onPick={(files) => {
            setChoosing(null);
            addFiles(files);
          }}
        />
      )}
    </div>
  );
}
