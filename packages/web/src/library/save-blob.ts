/** Has the browser keep bytes as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has begun; what it reads is held until it ends.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
