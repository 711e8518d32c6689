/** Uploads: what was dropped or picked, and what has become of each. */
export interface UploadItem {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly sent: number;
  readonly state: "waiting" | "sending" | "done" | "exists" | "failed" | "cancelled";
  /** Why it failed. */
  readonly error: unknown;
}

export type Uploads = readonly UploadItem[];

export function changed(uploads: Uploads, id: number, change: Partial<UploadItem>): Uploads {
  return uploads.map((item) => (item.id === id ? { ...item, ...change } : item));
}

export interface UploadTotals {
  readonly isBusy: boolean;
  readonly sent: number;
  readonly size: number;
  readonly done: number;
  readonly count: number;
  readonly refused: number;
}

export function totalsOf(uploads: Uploads): UploadTotals {
  return {
    isBusy: uploads.some(({ state }) => state === "waiting" || state === "sending"),
    sent: uploads.reduce((sum, item) => sum + (item.state === "done" ? item.size : item.sent), 0),
    size: uploads.reduce((sum, { size }) => sum + size, 0),
    done: uploads.filter(({ state }) => state === "done").length,
    count: uploads.length,
    refused: uploads.filter(({ state }) => state === "exists" || state === "failed").length,
  };
}

/** `2 of 5 uploaded`, and what became of the others. */
export function describeUploads(uploads: Uploads): string {
  const { count, done, refused, isBusy } = totalsOf(uploads);
  const said = `${done.toLocaleString("en")} of ${count.toLocaleString("en")} uploaded`;
  const cancelled = uploads.filter(({ state }) => state === "cancelled").length;
  const rest = [refused > 0 && `${refused} not`, cancelled > 0 && `${cancelled} cancelled`].filter(Boolean);
  if (isBusy || rest.length === 0) return said;
  return `${said}, ${rest.join(", ")}`;
}
