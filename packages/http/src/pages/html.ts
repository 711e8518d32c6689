/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Escapes text and marks parts in backticks as code, and those in asterisks and brackets as Markdown does. */
export function prose(text: string): string {
  return escapeHtml(text)
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : marked(part)))
    .join("");
}

function marked(html: string): string {
  return html
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?!\w)/g, "<em>$1</em>")
    .replace(/\[([^\][]+)\]\(([^()\s]+)\)/g, '<a href="$2">$1</a>');
}
