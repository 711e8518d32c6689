import { ArrowUp, BookText, ImagePlus, X } from "lucide-react";
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from "react";
import { useIsServerUnavailable } from "../../../api/reachability.ts";
import type { OnBusy } from "../../../api/sessions.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { describeBytes } from "../../../ui/describe-amounts.ts";
import { ErrorNotice, Notice } from "../../../ui/error-notice.tsx";
import { ToggleGroup, ToggleOption } from "../../../ui/toggle-group.tsx";
import styles from "./composer.module.css";
import { PromptDialog } from "./prompt-dialog.tsx";
import { useDraft, type DraftOptions } from "./use-draft.ts";

interface ComposerProps extends DraftOptions {
  /** Whether a turn is running or queued. */
  readonly isBusy: boolean;
}

const IS_MAC = navigator.userAgent.includes("Mac");
const BUSY_HINTS = {
  queue: "Runs after the current turn.",
  steer: "Joins the current turn at its next step.",
  interrupt: "Stops the current turn and runs next.",
} as const satisfies Record<OnBusy, string>;

/** The form for a message with images and a stored prompt. */
export function Composer({ isBusy, ...options }: ComposerProps) {
  const { sessionId } = options;
  const [onBusy, setOnBusy] = useState<OnBusy>("queue");
  const [isChoosing, setChoosing] = useState(false);
  const composer = useDraft(options);
  const isUnavailable = useIsServerUnavailable();
  const { draft, change, addFiles, problem, isReady, isSending, cancel, error } = composer;
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const submit = () => composer.submit(isBusy ? onBusy : "queue");

  useEffect(() => {
    // An open dialog keeps the focus.
    const isInDialog = document.activeElement?.closest("dialog") != null;
    if (matchMedia("(pointer: fine)").matches && !isInDialog) field.current?.focus();
  }, [sessionId]);
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight}px`;
  }, [draft.text]);

  const addFrom = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void addFiles(files);
  };
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
      <form
        className={styles.box}
        aria-label="Message"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => addFrom(event, event.dataTransfer)}
      >
        {(draft.images.length > 0 || draft.prompt !== null) && (
          <ul className={styles.chips}>
            {draft.prompt !== null && (
              <li className={styles.chip}>
                <BookText aria-hidden />
                <span className="clipped">{draft.prompt.name}</span>
                <IconButton
                  label={`Remove ${draft.prompt.name}`}
                  icon={<X />}
                  onClick={() => change({ prompt: null })}
                />
              </li>
            )}
            {draft.images.map(({ name, size, image }, index) => (
              <li key={index} className={styles.chip}>
                <img src={`data:${image.media_type};base64,${image.data}`} alt="" />
                <span className="clipped">
                  {name} ({describeBytes(size)})
                </span>
                <IconButton
                  label={`Remove ${name}`}
                  icon={<X />}
                  onClick={() => change({ images: draft.images.filter((_, each) => each !== index) })}
                />
              </li>
            ))}
          </ul>
        )}
        <textarea
          ref={field}
          className={styles.text}
          aria-label="Message to the agent"
          placeholder={draft.prompt === null ? "What should the agent do?" : "Additional instructions"}
          rows={2}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
          onPaste={(event) => addFrom(event, event.clipboardData)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            submit();
          }}
        />
        <div className={styles.tools}>
          <input
            ref={picker}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            multiple
            hidden
            aria-label="Images"
            onChange={(event) => {
              void addFiles([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          <IconButton label="Add images" icon={<ImagePlus />} onClick={() => picker.current?.click()} />
          <IconButton label="Use prompt" icon={<BookText />} onClick={() => setChoosing(true)} />
          {isBusy && (
            <ToggleGroup label="While a turn runs" value={onBusy} onChange={setOnBusy}>
              <ToggleOption value="queue" label="Queue" />
              <ToggleOption value="steer" label="Steer" />
              <ToggleOption value="interrupt" label="Interrupt" />
            </ToggleGroup>
          )}
          <span className={styles.hint}>
            {isBusy ? BUSY_HINTS[onBusy] : `${IS_MAC ? "⌘" : "Ctrl"}+Enter to send`}
          </span>
          <Button type="submit" kind="primary" icon={<ArrowUp />} isBusy={isSending} disabled={!isReady}>
            Send
          </Button>
        </div>
      </form>
      {isChoosing && (
        <PromptDialog
          onClose={() => setChoosing(false)}
          onChoose={(prompt) => {
            change({ prompt });
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}
