import { escapeHtml, prose } from "../html.ts";

/** A block of Markdown that `guide` uses: a heading, a list, or a paragraph. */
function blockHtml(block: string): string {
  const [first = "", ...rest] = block.split("\n");
  if (first.startsWith("### ")) return `<h2>${prose(first.slice(4))}</h2>\n${blockHtml(rest.join("\n"))}`;
  if (block.trim() === "") return "";
  if (!block.startsWith("- ")) return `<p>${prose(block)}</p>`;
  const items = block.split(/^- /m).filter((item) => item !== "");
  return `<ul>${items.map((item) => `<li>${prose(item.trim())}</li>`).join("")}</ul>`;
}

/** The introduction as HTML. Fenced code is split off first. */
export function guideHtml(markdown: string): string {
  return markdown
    .split(/^```(?:\w*)\n([^]*?)^```\n/m)
    .map((part, index) =>
      index % 2 === 1
        ? `<pre tabindex="0"><code>${escapeHtml(part)}</code></pre>`
        : part
            .split(/\n{2,}/)
            .map(blockHtml)
            .join("\n"),
    )
    .join("\n");
}
