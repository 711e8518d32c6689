const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes text for an element. */
export const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => ESCAPES[mark] ?? "");
