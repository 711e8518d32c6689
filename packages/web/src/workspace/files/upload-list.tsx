import { X } from "lucide-react";
import { describeError } from "../../api/describe-error.ts";
import { Status, type Tone } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { LeaveGuard, type Locations } from "../../ui/leave-guard.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import styles from "./files-screen.module.css";
import { describeUploads, totalsOf, type UploadItem } from "./upload-queue.ts";
import type { UploadQueue } from "./use-upload-queue.ts";

const STATES: Readonly<Record<UploadItem["state"], readonly [Tone, string]>> = {
  waiting: ["neutral", "Waiting"],
  sending: ["busy", "Uploading"],
  done: ["good", "Uploaded"],
  exists: ["warn", "Already exists"],
  failed: ["bad", "Failed"],
  cancelled: ["neutral", "Cancelled"],
};
/** Of many uploads, those that need attention are shown first. */
const MAX_SHOWN = 100;
const ORDER: readonly UploadItem["state"][] = ["failed", "exists", "sending", "waiting", "cancelled", "done"];

const LEAVING = {
  title: "Leave before the upload ends?",
  action: "Leave and stop",
  dismiss: "Stay",
  children: "Files that are not uploaded yet will be missing.",
};
const sessionOf = (search: object) => ("session" in search ? search.session : undefined);
/** Uploads go on while their screen shows another file or volume. */
const isStopped = ({ current, next }: Locations) =>
  current.pathname !== next.pathname || sessionOf(current.search) !== sessionOf(next.search);

export function UploadList({ queue }: { readonly queue: UploadQueue }) {
  const { uploads, retry, cancel, clear } = queue;
  const totals = totalsOf(uploads);
  const ids = (state: UploadItem["state"]) =>
    uploads.filter((item) => item.state === state).map(({ id }) => id);
  const [existing, failed] = [ids("exists"), ids("failed")];
  const shown = uploads
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
    .slice(0, MAX_SHOWN);
  return (
    <section className={styles.uploads} aria-label="Uploads">
      <header className={styles.uploadsHead}>
        <ProgressBar
          label={describeUploads(uploads)}
          value={totals.size === 0 ? null : totals.sent}
          max={Math.max(1, totals.size)}
        />
        {existing.length > 0 && (
          <Button size="small" onClick={() => retry(existing, true)}>
            Replace {existing.length === 1 ? "file" : `${existing.length} files`}
          </Button>
        )}
        {failed.length > 0 && (
          <Button size="small" onClick={() => retry(failed, false)}>
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
      <ul className={styles.results} tabIndex={0} aria-label="Uploaded files">
        {shown.map((item) => (
          <li key={item.id}>
            <bdi className={classNames("clipped", styles.name)}>{item.path}</bdi>
            <Result item={item} />
          </li>
        ))}
        {uploads.length > MAX_SHOWN && <li>and {(uploads.length - MAX_SHOWN).toLocaleString("en")} more</li>}
      </ul>
    </section>
  );
}

/** Asks before uploads are stopped. It stays where the list is not shown any more: its dialog may be open. */
export function UploadGuard({ queue: { uploads } }: { readonly queue: UploadQueue }) {
  return <LeaveGuard isDirty={totalsOf(uploads).isBusy} isLost={isStopped} texts={LEAVING} />;
}

function Result({ item }: { readonly item: UploadItem }) {
  const [tone, text] = STATES[item.state];
  return (
    <span className="hint">
      <Status tone={tone} text={item.state === "failed" ? describeError(item.error).message : text} />
    </span>
  );
}
