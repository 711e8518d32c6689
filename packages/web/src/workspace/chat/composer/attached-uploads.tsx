import { useEffect } from "react";
import { UploadGuard, UploadList } from "../../files/upload-list.tsx";
import { totalsOf } from "../../files/upload-queue.ts";
import { useUploadQueue } from "../../files/use-upload-queue.ts";

/** The folder of files that are uploaded to be attached. */
const FOLDER = "uploads";

interface AttachedUploadsProps {
  readonly workspaceId: string;
  /** Another list is uploaded too. */
  readonly files: readonly File[];
  readonly onUploaded: (path: string) => void;
  readonly onBusy: (isBusy: boolean) => void;
}

/** Uploads files, and shows those that are not done. */
export function AttachedUploads({ workspaceId, files, onUploaded, onBusy }: AttachedUploadsProps) {
  const queue = useUploadQueue(workspaceId, "own", onUploaded);
  const { uploads, add } = queue;
  const { isBusy, count } = totalsOf(uploads);
  useEffect(
    () =>
      add(
        files.map((file) => ({ path: file.name, file })),
        FOLDER,
      ),
    [files],
  );
  useEffect(() => {
    if (count > 0) onBusy(isBusy);
  }, [count, isBusy]);
  const isDone = uploads.every(({ state }) => state === "done");
  return (
    <>
      {!isDone && (
        <div className="boxed">
          <UploadList queue={queue} />
        </div>
      )}
      <UploadGuard queue={queue} />
    </>
  );
}
