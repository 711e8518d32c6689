import type { Item } from "@workspace-agent/client";
import type { Attachment, ImagePart } from "./row.ts";

export function textOf(item: Item): string {
  return item.content
    .map((part) => (part.type === "text" || part.type === "reasoning" ? part.text : ""))
    .join("");
}

export function imagesOf(item: Item): readonly ImagePart[] {
  return item.content.filter((part) => part.type === "image");
}

export function attachmentsOf(item: Item): readonly Attachment[] {
  return item.content.flatMap((part) =>
    part.type === "attachment" ? [{ path: part.path, size: part.size }] : [],
  );
}
