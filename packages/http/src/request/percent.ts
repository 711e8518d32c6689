/** Decodes percent escapes; null if they are invalid or not UTF-8. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
