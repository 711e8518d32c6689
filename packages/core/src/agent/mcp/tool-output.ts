import { canonicalJson } from "../../runtime/canonical-json.ts";
import { imageTypeOf, MAX_IMAGE_BYTES } from "../../domain/images/image-type.ts";
import type { JsonValue } from "../../runtime/json.ts";
import type { McpContent, McpResult } from "../../ports/mcp.ts";
import { SpilledOutput, tellSpilled } from "../../outputs/spilled-output.ts";
import { StreamRedactor } from "../../redaction/stream-redactor.ts";
import { cleanText } from "../../runtime/text.ts";
import type { ToolContext, ToolOutcome } from "../tool.ts";
import { MAX_OUTPUT_CHARACTERS, MAX_OUTPUT_LINES } from "../../outputs/truncate-output.ts";

/** So many images of one result are shown. */
const MAX_IMAGES = 8;

type ShownImage = NonNullable<ToolOutcome["images"]>[number];

/** An image for a model that sees, or words in its place. */
async function showImage(
  { media_type, bytes }: Extract<McpContent, { readonly type: "image" }>,
  shown: ShownImage[],
  { keepImage }: ToolContext,
): Promise<string> {
  const type = imageTypeOf(bytes);
  const what = `[an image: ${type ?? media_type}, ${bytes.length} bytes`;
  if (keepImage === undefined) return `${what}; this model sees no images]`;
  if (type === null) return `${what}; not of a kind that can be shown]`;
  if (bytes.length > MAX_IMAGE_BYTES) return `${what}; too large to be shown]`;
  if (shown.length >= MAX_IMAGES) return `${what}; not shown: ${MAX_IMAGES} images are shown of one result]`;
  shown.push({ media_type: type, blob: await keepImage(bytes) });
  return `${what}]`;
}

/** Servers repeat their value as a text, for clients that know no values. */
function isSaid(value: JsonValue, content: readonly McpContent[]): boolean {
  const wanted = canonicalJson(value);
  return content.some((part) => {
    if (part.type !== "text") return false;
    try {
      return canonicalJson(JSON.parse(part.text) as object) === wanted;
    } catch {
      return false;
    }
  });
}

function isLong(text: string): boolean {
  if (text.length > MAX_OUTPUT_CHARACTERS) return true;
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines > MAX_OUTPUT_LINES;
}

/** Where the whole of a long text was kept in the sandbox; null where it is short, or could not be. */
async function keepWhole(text: string, context: ToolContext): Promise<string | null> {
  if (!isLong(text)) return null;
  try {
    const spilled = new SpilledOutput({
      sandbox: await context.sandbox(),
      redactor: context.streamRedactor?.() ?? new StreamRedactor(),
      holdBack: 0,
      signal: context.signal,
    });
    await spilled.add(text);
    const whole = await spilled.finish((end) => end);
    return whole === null ? null : tellSpilled(whole);
  } catch {
    // What is shown of it is enough to go on; the call is not lost for a file.
    return null;
  }
}

/** A server's result as a model is told of it. */
export async function toolOutput(result: McpResult, context: ToolContext): Promise<ToolOutcome> {
  const { content, structured, isError } = result;
  const images: ShownImage[] = [];
  const pieces: string[] = [];
  for (const part of content)
    pieces.push(part.type === "image" ? await showImage(part, images, context) : part.text);
  if (structured !== undefined && !isSaid(structured as JsonValue, content))
    pieces.push(JSON.stringify(structured, null, 2));
  const text = cleanText(pieces.filter((piece) => piece !== "").join("\n"));
  const whole = await keepWhole(text, context);
  return {
    output: [text, whole].filter((piece) => piece !== null && piece !== "").join("\n") || "[no output]",
    isError,
    ...(images.length > 0 && { images }),
  };
}
