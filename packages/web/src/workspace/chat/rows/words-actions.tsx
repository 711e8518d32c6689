import { GitFork } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import type { WordsRow } from "../log/row.ts";
import { useForkHere } from "../use-fork-here.ts";
import styles from "./rows.module.css";

export function WordsActions({ row }: { readonly row: WordsRow }) {
  const fork = useForkHere();
  return (
    <span className={styles.buttons}>
      <CopyButton text={row.text} label="Copy message" />
      <IconButton
        label="Fork after this message"
        icon={<GitFork />}
        disabled={fork.isBusy}
        onClick={() => fork.begin(row.messageId)}
      />
    </span>
  );
}
