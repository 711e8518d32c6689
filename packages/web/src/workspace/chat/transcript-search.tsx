import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { useFeed } from "./feed/use-session-feed.ts";
import { rowText } from "./rows/row-text.ts";
import styles from "./transcript.module.css";
import { orToast, useJump, type JumpParts } from "./use-jump.ts";

interface TranscriptSearchProps extends JumpParts {
  /** The row that was found last. */
  readonly found: string | null;
  readonly onFound: (id: string | null) => void;
  readonly onClose: () => void;
}

/** Finds text in the conversation, the latest first. Older messages are loaded until one has it. */
export function TranscriptSearch({ found, onFound, onClose, ...parts }: TranscriptSearchProps) {
  const { ids } = parts;
  const feed = useFeed();
  const { jump, load } = useJump(parts);
  const [text, setText] = useState("");
  const [state, setState] = useState<"loading" | "none" | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    input.current?.focus();
    return () => void (isOpen.current = false);
  }, []);

  const wanted = text.trim().toLowerCase();
  const at = found === null ? -1 : ids.indexOf(found);
  const isMatch = (id: string) => {
    const row = feed.read().view.rows.get(id);
    return row !== undefined && rowText(row).toLowerCase().includes(wanted);
  };
  const show = (id: string | undefined) => {
    setState(id === undefined ? "none" : null);
    if (id === undefined) return;
    onFound(id);
    jump(id);
  };
  const previous = async () => {
    const above = ids.slice(0, at < 0 ? ids.length : at).findLast(isMatch);
    if (above !== undefined) {
      show(above);
      return;
    }
    setState("loading");
    const older = await load((id) => !isOpen.current || isMatch(id));
    if (isOpen.current) show(older);
  };
  const next = () => show(at < 0 ? undefined : ids.slice(at + 1).find(isMatch));
  const isReady = wanted !== "" && state !== "loading";
  const find = (direction: "previous" | "next") => {
    if (!isReady) return;
    if (direction === "next") next();
    else void orToast(previous().finally(() => setState((now) => (now === "loading" ? null : now))));
  };
  return (
    <search
      className={styles.search}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <input
        ref={input}
        type="search"
        className={inputClass}
        aria-label="Find in the conversation"
        placeholder="Find in the conversation"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setState(null);
          onFound(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") find(event.shiftKey ? "next" : "previous");
        }}
      />
      <span className="hint" role="status">
        {state === "loading" ? "Loading older messages…" : state === "none" && "No further match"}
      </span>
      <IconButton
        label="Previous match"
        icon={<ChevronUp />}
        disabled={!isReady}
        onClick={() => find("previous")}
      />
      <IconButton
        label="Next match"
        icon={<ChevronDown />}
        disabled={!isReady}
        onClick={() => find("next")}
      />
      <IconButton label="Close search" icon={<X />} onClick={onClose} />
    </search>
  );
}
