import { NetworkError, problemOf } from "@workspace-agent/client";
import type { Volume } from "./file-source.ts";
import { downloadUrl } from "./files.ts";

interface Upload {
  readonly workspaceId: string;
  readonly volume: Volume;
  readonly path: string;
  readonly file: File;
  /** Whether an existing file is replaced. */
  readonly isReplacing: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
}

/** Writes a file, with progress, which `fetch` does not report. Throws `ProblemError` and `NetworkError`. */
export async function uploadFile(upload: Upload): Promise<void> {
  const { workspaceId, volume, path, file, isReplacing, signal, onProgress } = upload;
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const cancel = () => request.abort();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onload = () => resolve();
      request.onabort = () =>
        reject(signal.reason instanceof Error ? signal.reason : new Error("Cancelled."));
      request.onerror = () =>
        reject(new NetworkError("The instance cannot be reached, or the connection broke."));
      request.open("PUT", downloadUrl(workspaceId, volume, path, "file"));
      request.setRequestHeader("content-type", "application/octet-stream");
      if (!isReplacing) request.setRequestHeader("if-none-match", "*");
      request.send(file);
    });
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  if (request.status >= 200 && request.status < 300) return;
  throw await problemOf(new Response(request.responseText, { status: request.status }));
}
