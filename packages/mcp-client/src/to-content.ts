import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import type { McpContent, McpResult } from "@workspace-agent/core/ports";

const note = (text: string): McpContent => ({ type: "note", text: `[${text}]` });

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function embedded(resource: Extract<ContentBlock, { type: "resource" }>["resource"]): readonly McpContent[] {
  const { uri, mimeType = "unknown type" } = resource;
  if ("text" in resource)
    return [note(`resource ${uri}: ${mimeType}`), { type: "text", text: resource.text }];
  const bytes = bytesOf(resource.blob);
  if (mimeType.startsWith("image/"))
    return [note(`resource ${uri}`), { type: "image", media_type: mimeType, bytes }];
  return [note(`resource ${uri}: ${mimeType}, ${bytes.length} bytes, which cannot be shown`)];
}

function contentOf(block: ContentBlock): readonly McpContent[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image":
      return [{ type: "image", media_type: block.mimeType, bytes: bytesOf(block.data) }];
    case "audio":
      return [note(`audio: ${block.mimeType}, ${bytesOf(block.data).length} bytes, which cannot be shown`)];
    case "resource_link": {
      const { name, uri, mimeType, description } = block;
      const kind = mimeType === undefined ? "" : `, ${mimeType}`;
      return [
        note(
          `link to the resource ${name}: ${uri}${kind}${description === undefined ? "" : `: ${description}`}`,
        ),
      ];
    }
    case "resource":
      return embedded(block.resource);
    default:
      return [note("content of a kind that is not known")];
  }
}

export function toResult({ content, structuredContent, isError }: CallToolResult): McpResult {
  return {
    content: content.flatMap(contentOf),
    ...(structuredContent !== undefined && { structured: structuredContent }),
    isError: isError ?? false,
  };
}
