/** Time for the browser to start the download. */
const REVOKE_AFTER_MS = 60_000;

/** Saves a text or a blob as a download. */
export function saveFile(content: string | Blob, name: string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const url = URL.createObjectURL(blob);
  download(url, name);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** Downloads a URL without leaving the page. By default the response names the file. */
export function download(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
