import type { ComponentProps, ReactNode } from "react";
import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { classNames } from "../../../ui/class-names.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import styles from "./markdown.module.css";
import { safeLink } from "./safe-link.ts";
import { textOfNode, type MarkupNode } from "./text-of-node.ts";
import { visibleText } from "./visible-text.ts";

type Given<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & {
  node?: MarkupNode | undefined;
};

/** A heading of the text is none of the page: its order is up to whoever wrote it. */
function heading(level: number) {
  return function Heading({ children }: { readonly children?: ReactNode }) {
    return (
      <p className={styles.heading} data-level={level}>
        {children}
      </p>
    );
  };
}

function Anchor({ href, children }: Given<"a">) {
  const target = safeLink(href);
  if (target === null) return <span>{children}</span>;
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow" title={target}>
      {children}
    </a>
  );
}

/** Pictures of others are not loaded: the address tells them who reads. */
function Picture({ src, alt }: Given<"img">) {
  const target = safeLink(typeof src === "string" ? src : undefined);
  const words = `Picture${alt === undefined || alt === "" ? "" : `: ${alt}`}`;
  if (target === null) return <span className={styles.picture}>{words}</span>;
  return (
    <a
      href={target}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={target}
      className={styles.picture}
    >
      {words} (not loaded)
    </a>
  );
}

function CodeBlock({ node, children }: Given<"pre">) {
  const code = textOfNode(node).replace(/\n$/, "");
  return (
    <div className={styles.codeBlock}>
      <pre tabIndex={0} role="group" aria-label="Code">
        {children}
      </pre>
      <span className={styles.copy}>
        <CopyButton text={code} label="Copy code" />
      </span>
    </div>
  );
}

function WideTable({ children }: Given<"table">) {
  return (
    <div className={styles.tableFrame} tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  );
}

const COMPONENTS: Components = {
  a: Anchor,
  img: Picture,
  pre: CodeBlock,
  table: WideTable,
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  input: ({ checked }: Given<"input">) => <span>{checked === true ? "☑ " : "☐ "}</span>,
  // Names within the page are the page's.
  li: ({ children }: Given<"li">) => <li>{children}</li>,
  section: ({ children }: Given<"section">) => <div>{children}</div>,
};

const PLUGINS = [remarkGfm];

/** A text as Markdown: no HTML of its own, no picture of others, links apart. */
export const Markdown = memo(function Markdown({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string;
}) {
  return (
    <div className={classNames(styles.markdown, className)} dir="auto">
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        components={COMPONENTS}
        urlTransform={(url) => safeLink(url) ?? ""}
      >
        {visibleText(text)}
      </ReactMarkdown>
    </div>
  );
});
