import { canonicalJson } from "../../runtime/canonical-json.ts";
import { imageTypeOf, MAX_IMAGE_BYTES } from "../../domain/images/image-type.ts";
import type { JsonValue } from "../../runtime/json.ts";
import type { McpContent, McpResult } from "../../ports/mcp.ts";
import { SpilledOutput, tellSpilled } from "../../outputs/spilled-output.ts";
import { StreamRedactor } from "../../redaction/stream-redactor.ts";
import { cleanText } from "../../runtime/text.ts";
import type { ToolContext, ToolOutcome } from "../tool.ts";
import { MAX_OUTPUT_CHARACTERS, MAX_OUTPUT_LINES } from "../../outputs/truncate-output.ts";

/** The most images of one result that are shown. */
const MAX_IMAGES = 8;

type ShownImage = NonNullable<ToolOutcome["images"]>[number];

/** Adds an image for a model that accepts images. Returns the text that describes it. */
async function showImage(
  { media_type, bytes }: Extract<McpContent, { readonly type: "image" }>,
  shown: ShownImage[],
  { keepImage }: ToolContext,
): Promise<string> {
  const type = imageTypeOf(bytes);
  const what = `[an image: ${type ?? media_type}, ${bytes.length} bytes`;
  if (keepImage === undefined) return `${what}; this model does not accept images]`;
  if (type === null) return `${what}; its format cannot be shown]`;
  if (bytes.length > MAX_IMAGE_BYTES) return `${what}; too large to be shown]`;
  if (shown.length >= MAX_IMAGES)
    return `${what}; not shown: at most ${MAX_IMAGES} images of a result are shown]`;
  shown.push({ media_type: type, blob: await keepImage(bytes) });
  return `${what}]`;
}

/** Whether a text repeats the structured value, as servers do for older clients. */
function isRepeated(value: JsonValue, content: readonly McpContent[]): boolean {
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

/** Stores a long text in the sandbox and returns a note with its path. Null if the text is short or could not be stored. */
async function storeLong(text: string, context: ToolContext): Promise<string | null> {
  const isShort = text.length <= MAX_OUTPUT_CHARACTERS && text.split("\n").length <= MAX_OUTPUT_LINES + 1;
  if (isShort) return null;
  try {
    const spilled = new SpilledOutput({
      sandbox: await context.sandbox(),
      redactor: context.streamRedactor?.() ?? new StreamRedactor(),
      holdBack: 0,
      signal: context.signal,
      days: context.outputsDays ?? null,
    });
    await spilled.add(text);
    const whole = await spilled.finish((end) => end);
    return whole === null ? null : tellSpilled(whole);
  } catch {
    // The visible part is still useful, so the call does not fail.
    return null;
  }
}

/** A server's result as an outcome for the model. */
export async function toolOutput(result: McpResult, context: ToolContext): Promise<ToolOutcome> {
  const { content, structured, isError } = result;
  const images: ShownImage[] = [];
  const pieces: string[] = [];
  for (const part of content)
    pieces.push(part.type === "image" ? await showImage(part, images, context) : part.text);
  if (structured !== undefined && !isRepeated(structured as JsonValue, content))
    pieces.push(JSON.stringify(structured, null, 2));
  const text = cleanText(pieces.filter((piece) => piece !== "").join("\n"));
  const whole = await storeLong(text, context);
  return {
    output: [text, whole].filter((piece) => piece !== null && piece !== "").join("\n") || "[no output]",
    isError,
    ...(images.length > 0 && { images }),
  };
}
