import { X } from "lucide-react";
import { describeError } from "../../api/describe-error.ts";
import { Status, type Tone } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import styles from "./files-screen.module.css";
import { describeUploads, totalsOf, type UploadItem } from "./upload-queue.ts";
import type { UploadQueue } from "./use-upload-queue.ts";

const SAID: Readonly<Record<UploadItem["state"], readonly [Tone, string]>> = {
  waiting: ["neutral", "Waiting"],
  sending: ["busy", "Sending"],
  done: ["good", "Uploaded"],
  exists: ["warn", "Is there already"],
  failed: ["bad", "Failed"],
  cancelled: ["neutral", "Cancelled"],
};
/** Of many those that need somebody come first, and the rest is a count. */
const SHOWN = 100;
const ORDER: readonly UploadItem["state"][] = ["failed", "exists", "sending", "waiting", "cancelled", "done"];

export function UploadList({ queue }: { readonly queue: UploadQueue }) {
  const { uploads, again, cancel, clear } = queue;
  const totals = totalsOf(uploads);
  const ids = (state: UploadItem["state"]) =>
    uploads.filter((item) => item.state === state).map(({ id }) => id);
  const [there, failed] = [ids("exists"), ids("failed")];
  const shown = uploads.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)).slice(0, SHOWN);
  return (
    <section className={styles.uploads} aria-label="Uploads">
      <header className={styles.uploadsHead}>
        <ProgressBar
          label={describeUploads(uploads)}
          value={totals.size === 0 ? null : totals.sent}
          max={Math.max(1, totals.size)}
        />
        {there.length > 0 && (
          <Button size="small" onClick={() => again(there, true)}>
            Replace {there.length === 1 ? "it" : `all ${there.length}`}
          </Button>
        )}
        {failed.length > 0 && (
          <Button size="small" onClick={() => again(failed, false)}>
            Try again
          </Button>
        )}
        {totals.isBusy ? (
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <IconButton label="Close uploads" icon={<X />} onClick={clear} />
        )}
      </header>
      <ul className={styles.results} tabIndex={0} aria-label="Each file">
        {shown.map((item) => (
          <li key={item.id}>
            <bdi className={styles.name}>{item.path}</bdi>
            <Result item={item} />
          </li>
        ))}
        {uploads.length > SHOWN && <li>and {(uploads.length - SHOWN).toLocaleString("en")} more</li>}
      </ul>
    </section>
  );
}

function Result({ item }: { readonly item: UploadItem }) {
  const [tone, words] = SAID[item.state];
  return (
    <span className={styles.result}>
      <Status tone={tone}>{item.state === "failed" ? describeError(item.error).message : words}</Status>
    </span>
  );
}
