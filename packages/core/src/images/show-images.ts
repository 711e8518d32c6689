import type { PromptMessage, PromptPart, ResultImage } from "../ports/model.ts";

/** Gives an image in base64, or null where it is gone. */
type LoadImage = (hash: string) => Promise<string | null>;

const needsWork = (part: PromptPart) =>
  (part.type === "image" && part.blob !== undefined) ||
  (part.type === "tool_result" && part.images !== undefined);

const hasImages = ({ parts }: PromptMessage) => parts.some(needsWork);

async function shownImage({ media_type, blob }: ResultImage, load: LoadImage | null): Promise<PromptPart> {
  if (load === null)
    return { type: "text", text: `[image omitted: ${media_type}; this model sees no images]` };
  const data = await load(blob);
  return data === null
    ? { type: "text", text: `[image omitted: ${media_type}; it is gone]` }
    : { type: "image", media_type, data };
}

async function shownParts(parts: readonly PromptPart[], load: LoadImage | null): Promise<PromptPart[]> {
  return Promise.all(
    parts.map(async (part) => {
      if (part.type !== "image" || part.blob === undefined) return part;
      return shownImage({ media_type: part.media_type, blob: part.blob }, load);
    }),
  );
}

/** The images of a message's tool results, which not every provider takes in a result: each beside the call that it belongs to. */
async function imagesOfResults(parts: readonly PromptPart[], load: LoadImage | null): Promise<PromptPart[]> {
  const shown: PromptPart[] = [];
  for (const part of parts) {
    if (part.type !== "tool_result" || part.images === undefined) continue;
    for (const image of part.images) {
      shown.push({ type: "text", text: `[image of the result of ${part.name}, call ${part.call_id}]` });
      shown.push(await shownImage(image, load));
    }
  }
  return shown;
}

/**
 * Puts images into a prompt that names them by their hashes, or a word about them where `load` is null. Those of tool results follow in
 * a message of their own. A prompt without images comes back as it is.
 */
export async function showImages(
  messages: readonly PromptMessage[],
  load: LoadImage | null,
): Promise<readonly PromptMessage[]> {
  if (!messages.some(hasImages)) return messages;
  const shown: PromptMessage[] = [];
  for (const message of messages) {
    if (!hasImages(message)) shown.push(message);
    else if (message.role === "tool") {
      const parts = message.parts.map((part): PromptPart => {
        if (part.type !== "tool_result") return part;
        const { images: _, ...result } = part;
        return result;
      });
      shown.push({ role: "tool", parts });
      const images = await imagesOfResults(message.parts, load);
      if (images.length > 0) shown.push({ role: "user", parts: images });
    } else shown.push({ role: message.role, parts: await shownParts(message.parts, load) });
  }
  return shown;
}
