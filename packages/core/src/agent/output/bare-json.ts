/** The only fenced block of a text that has nothing else. */
const FENCED = /^```(?:json)?[ \t]*\r?\n([^]*)\r?\n```$/i;

/** JSON as models write it where they are asked for JSON alone, without the fence and the space around it. */
export function bareJson(written: string): string {
  const text = written.trim();
  return FENCED.exec(text)?.[1] ?? text;
}
