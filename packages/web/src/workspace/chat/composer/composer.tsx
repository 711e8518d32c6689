import { ArrowUp, BookText, ImagePlus, X } from "lucide-react";
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ClipboardEvent,
  type DragEvent,
} from "react";
import { onReachability, serverIsAway } from "../../../api/reachability.ts";
import type { OnBusy } from "../../../api/sessions.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { describeBytes } from "../../../ui/describe-bytes.ts";
import { ErrorNotice, Notice } from "../../../ui/error-notice.tsx";
import { ToggleGroup, ToggleOption } from "../../../ui/toggle-group.tsx";
import styles from "./composer.module.css";
import { PromptDialog } from "./prompt-dialog.tsx";
import { useDraft, type DraftOptions } from "./use-draft.ts";

interface ComposerProps extends DraftOptions {
  /** A turn runs, waits for a person or for its start. */
  readonly isBusy: boolean;
}

const IS_MAC = navigator.userAgent.includes("Mac");
const BUSY_HINTS = {
  queue: "Is worked on after the turns before it.",
  steer: "Joins the running turn before its next step.",
  interrupt: "Stops the running turn and is next.",
} as const satisfies Record<OnBusy, string>;

/** Where a message is written: text, images, a stored prompt. */
export function Composer({ isBusy, ...options }: ComposerProps) {
  const { sessionId } = options;
  const [onBusy, setOnBusy] = useState<OnBusy>("queue");
  const [isChoosing, setChoosing] = useState(false);
  const composer = useDraft(options);
  const isAway = useSyncExternalStore(onReachability, serverIsAway);
  const { draft, change, addFiles, refusal, isReady, isSending, giveUp, error } = composer;
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const submit = () => composer.submit(isBusy ? onBusy : "queue");

  useEffect(() => {
    // A dialog that was opened meanwhile keeps what is typed.
    const isElsewhere = document.activeElement?.closest("[role=dialog]") != null;
    if (matchMedia("(pointer: fine)").matches && !isElsewhere) field.current?.focus();
  }, [sessionId]);
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight}px`;
  }, [draft.text]);

  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void addFiles(files);
  };
  return (
    <div className={styles.composer}>
      {error !== null && <ErrorNotice error={error} />}
      {isSending && isAway && (
        <Notice
          kind="warn"
          action={
            <Button size="small" onClick={giveUp}>
              Do not send
            </Button>
          }
        >
          Your message is sent as soon as the server answers again.
        </Notice>
      )}
      {refusal !== null && <Notice kind="warn">{refusal}</Notice>}
      <form
        className={styles.box}
        aria-label="Message"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => take(event, event.dataTransfer)}
      >
        {(draft.images.length > 0 || draft.prompt !== null) && (
          <ul className={styles.chips}>
            {draft.prompt !== null && (
              <li className={styles.chip}>
                <BookText aria-hidden />
                <span>{draft.prompt.name}</span>
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
                <span>
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
          placeholder={draft.prompt === null ? "What should the agent do?" : "Something to add"}
          rows={2}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
          onPaste={(event) => take(event, event.clipboardData)}
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
          <IconButton label="Use a stored prompt" icon={<BookText />} onClick={() => setChoosing(true)} />
          {isBusy && (
            <ToggleGroup label="While a turn runs" value={onBusy} onChange={setOnBusy}>
              <ToggleOption value="queue" label="Queue" />
              <ToggleOption value="steer" label="Steer" />
              <ToggleOption value="interrupt" label="Interrupt" />
            </ToggleGroup>
          )}
          <span className={styles.hint}>
            {isBusy ? BUSY_HINTS[onBusy] : `${IS_MAC ? "⌘" : "Ctrl"}+Enter sends`}
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
