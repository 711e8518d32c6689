import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { isComposing } from "./composer/is-composing.ts";
import { useFeed } from "./feed/use-session-feed.ts";
import { rowText } from "./rows/row-text.ts";
import styles from "./transcript.module.css";
import { orToast, useJump, type JumpParts } from "./use-jump.ts";

/** The height of the bar with its distance from the top. */
const BAR_PX = 64;

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
  const { jump, load } = useJump(parts, BAR_PX);
  const [text, setText] = useState("");
  const [state, setState] = useState<"loading" | "none" | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Counts the searches: a change of the text or the end ends the one that loads. */
  const search = useRef(0);
  useEffect(() => {
    // After the menu that opened it has returned the focus.
    requestAnimationFrame(() => input.current?.focus());
    return () => {
      search.current++;
    };
  }, []);
  const close = () => {
    onFound(null);
    onClose();
    // The transcript, beside this bar.
    input.current?.closest("search")?.parentElement?.querySelector<HTMLElement>("[role=region]")?.focus();
  };

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
    const own = ++search.current;
    try {
      const older = await load((id) => own !== search.current || isMatch(id));
      if (own === search.current) show(older);
    } catch (error) {
      if (own !== search.current) return;
      setState(null);
      throw error;
    }
  };
  const find = (direction: "previous" | "next") => {
    if (wanted === "" || state === "loading") return;
    if (direction === "next") show(ids.slice(at + 1).find(isMatch));
    else void orToast(previous());
  };
  return (
    <search
      className={styles.search}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !isComposing(event.nativeEvent)) close();
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
          search.current++;
          setState(null);
          onFound(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isComposing(event.nativeEvent))
            find(event.shiftKey ? "next" : "previous");
        }}
      />
      <span className="hint" role="status">
        {state === "loading" ? "Loading older messages…" : state === "none" && "No further match"}
      </span>
      <IconButton
        label="Previous match"
        icon={<ChevronUp />}
        disabled={wanted === ""}
        onClick={() => find("previous")}
      />
      <IconButton
        label="Next match"
        icon={<ChevronDown />}
        disabled={wanted === ""}
        onClick={() => find("next")}
      />
      <IconButton label="Close search" icon={<X />} onClick={close} />
    </search>
  );
}
