import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useChat } from "../chat-context.ts";
import { useFeedPart } from "../feed/use-session-feed.ts";
import { knownFile } from "../rows/known-files.ts";
import { Markdown, textOf, type Node } from "./markdown.tsx";

type FileCodeProps = ComponentProps<"code"> & { readonly node?: Node | undefined };

/** Code in a line. A path of a file that the session has read or written opens the file. */
function FileCode({ node, className, children }: FileCodeProps) {
  const { workspaceId } = useChat();
  const text = textOf(node);
  const file = useFeedPart(({ view }) => knownFile(view.rows, text));
  const code = <code className={className}>{children}</code>;
  if (file === null) return code;
  return (
    <Link to="/workspaces/$id/files" params={{ id: workspaceId }} search={file}>
      {code}
    </Link>
  );
}

/** Markdown of a message. */
export function MessageMarkdown({ text }: { readonly text: string }) {
  return <Markdown text={text} code={FileCode} />;
}
