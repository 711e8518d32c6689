import { useEffect, useRef, useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import type { Volume } from "../../api/file-source.ts";
import { useRefreshFolders } from "../../api/files.ts";
import { uploadFile } from "../../api/upload-file.ts";
import type { NamedFile } from "./dropped-files.ts";
import { joinPath } from "./paths.ts";
import { changed, type UploadItem, type Uploads } from "./upload-queue.ts";

const MAX_PARALLEL = 3;

interface Job extends NamedFile {
  readonly id: number;
  /** The page may show the other volume while a file waits. */
  readonly volume: Volume;
  readonly to: string;
  readonly isReplacing: boolean;
}

/**
 * Uploads files, a few at a time, until the component is unmounted. Existing files are not replaced unless the user asks
 * for it.
 */
export function useUploadQueue(
  workspaceId: string,
  volume: Volume,
  onUploaded: (path: string) => void = () => undefined,
) {
  const [uploads, setUploads] = useState<Uploads>([]);
  const jobs = useRef(new Map<number, Job>());
  const waiting = useRef<Job[]>([]);
  const running = useRef(0);
  const nextId = useRef(1);
  const stop = useRef(new AbortController());
  const isLeft = useRef(false);
  const refresh = useRefreshFolders(workspaceId);
  const set = (id: number, change: Partial<UploadItem>) => setUploads((now) => changed(now, id, change));

  const send = async (job: Job) => {
    const { signal } = stop.current;
    set(job.id, { state: "sending" });
    try {
      await uploadFile({
        workspaceId,
        volume: job.volume,
        path: job.to,
        file: job.file,
        isReplacing: job.isReplacing,
        signal,
        onProgress: (sent) => set(job.id, { sent: Math.min(sent, job.file.size) }),
      });
      set(job.id, { state: "done", sent: job.file.size });
      jobs.current.delete(job.id);
      onUploaded(job.to);
    } catch (error) {
      if (signal.aborted) set(job.id, { state: "cancelled", sent: 0 });
      else
        set(job.id, { state: isProblem(error, "precondition_failed") ? "exists" : "failed", error, sent: 0 });
    }
  };
  const pump = () => {
    while (running.current < MAX_PARALLEL) {
      const job = waiting.current.shift();
      if (job === undefined) break;
      running.current += 1;
      void send(job).then(() => {
        running.current -= 1;
        if (running.current === 0 && waiting.current.length === 0) void refresh(job.volume);
        pump();
      });
    }
  };
  const add = (files: readonly NamedFile[], folder: string) => {
    if (isLeft.current) return;
    if (stop.current.signal.aborted) stop.current = new AbortController();
    const added = files.map((each): Job => ({
      ...each,
      id: nextId.current++,
      volume,
      to: joinPath(folder, each.path),
      isReplacing: false,
    }));
    for (const job of added) jobs.current.set(job.id, job);
    setUploads((now) => [
      ...now,
      ...added.map(({ id, to, file }): UploadItem => ({
        id,
        path: to,
        size: file.size,
        sent: 0,
        state: "waiting",
        error: null,
      })),
    ]);
    waiting.current.push(...added);
    pump();
  };
  /** Uploads files again. With `isReplacing`, they replace existing files. */
  const retry = (ids: readonly number[], isReplacing: boolean) => {
    if (stop.current.signal.aborted) stop.current = new AbortController();
    for (const id of ids) {
      const job = jobs.current.get(id);
      if (job === undefined) continue;
      set(id, { state: "waiting", error: null });
      waiting.current.push({ ...job, isReplacing });
    }
    pump();
  };
  const cancel = () => {
    for (const { id } of waiting.current) set(id, { state: "cancelled" });
    waiting.current = [];
    stop.current.abort();
  };
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      cancel();
    };
  }, []);
  const clear = () => {
    jobs.current.clear();
    setUploads([]);
  };
  return { uploads, add, retry, cancel, clear };
}

export type UploadQueue = ReturnType<typeof useUploadQueue>;
