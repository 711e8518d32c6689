export interface UploadItem {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly sent: number;
  readonly state: "waiting" | "sending" | "done" | "exists" | "failed" | "cancelled";
  readonly error: unknown;
}

export type Uploads = readonly UploadItem[];

export function changed(uploads: Uploads, id: number, change: Partial<UploadItem>): Uploads {
  return uploads.map((item) => (item.id === id ? { ...item, ...change } : item));
}

interface UploadTotals {
  readonly isBusy: boolean;
  readonly sent: number;
  readonly size: number;
  readonly done: number;
  readonly count: number;
  readonly failed: number;
}

export function totalsOf(uploads: Uploads): UploadTotals {
  return {
    isBusy: uploads.some(({ state }) => state === "waiting" || state === "sending"),
    sent: uploads.reduce((sum, item) => sum + (item.state === "done" ? item.size : item.sent), 0),
    size: uploads.reduce((sum, { size }) => sum + size, 0),
    done: uploads.filter(({ state }) => state === "done").length,
    count: uploads.length,
    failed: uploads.filter(({ state }) => state === "exists" || state === "failed").length,
  };
}

/** `2 of 5 uploaded, 1 failed`. */
export function describeUploads(uploads: Uploads): string {
  const { count, done, failed, isBusy } = totalsOf(uploads);
  const progress = `${done.toLocaleString("en")} of ${count.toLocaleString("en")} uploaded`;
  const cancelled = uploads.filter(({ state }) => state === "cancelled").length;
  const rest = [failed > 0 && `${failed} failed`, cancelled > 0 && `${cancelled} cancelled`].filter(Boolean);
  if (isBusy || rest.length === 0) return progress;
  return `${progress}, ${rest.join(", ")}`;
}
