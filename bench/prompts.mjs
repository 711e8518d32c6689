const BYTES = 500;

/** Prompts as lines of NDJSON, each with 500 bytes of content. */
export function promptLines(from, to) {
  const lines = [];
  for (let number = from; number < to; number++) {
    const content = `Prompt ${number} asks for {{thing}}. `.padEnd(BYTES, "Say what is to be done. ");
    lines.push(`${JSON.stringify({ name: `prompt-${String(number).padStart(7, "0")}`, content })}\n`);
  }
  return lines.join("");
}

/** Loads lines in one call. Throws unless every line created a prompt. */
export async function loadPrompts(server, lines, count) {
  const answer = await server.call("POST", "/api/prompts/bulk", lines, {
    "content-type": "application/x-ndjson",
  });
  const text = await answer.text();
  const { summary } = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "{}");
  if (summary?.created !== count) throw new Error(`Of ${count} prompts: ${JSON.stringify(summary)}`);
}
