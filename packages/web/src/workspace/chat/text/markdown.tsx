import type { ComponentProps, ReactNode } from "react";
import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CopyButton } from "../../../ui/copy-button.tsx";
import styles from "./markdown.module.css";
import { safeLink } from "./safe-link.ts";
import { visibleText } from "./visible-text.ts";

interface Node {
  readonly value?: unknown;
  readonly children?: readonly unknown[];
}

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & {
  node?: Node | undefined;
};

function textOf(node: Node | undefined): string {
  if (typeof node?.value === "string") return node.value;
  return (node?.children ?? []).map((child) => textOf(child as Node)).join("");
}

/** Headings of a message are not headings of the page. */
function heading(level: number) {
  return function Heading({ children }: { readonly children?: ReactNode }) {
    return (
      <p className={styles.heading} data-level={level}>
        {children}
      </p>
    );
  };
}

function Anchor({ href, children }: Props<"a">) {
  const target = safeLink(href);
  if (target === null) return <span>{children}</span>;
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow" title={target}>
      {children}
    </a>
  );
}

/** Images are not loaded, since that would reveal the reader to another server. */
function Image({ src, alt }: Props<"img">) {
  const target = safeLink(typeof src === "string" ? src : undefined);
  const label = `Image${alt === undefined || alt === "" ? "" : `: ${alt}`}`;
  if (target === null) return <span className={styles.image}>{label}</span>;
  return (
    <a
      href={target}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={target}
      className={styles.image}
    >
      {label} (not loaded)
    </a>
  );
}

function CodeBlock({ node, children }: Props<"pre">) {
  const code = textOf(node).replace(/\n$/, "");
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

function WideTable({ children }: Props<"table">) {
  return (
    <div className={styles.tableFrame} tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  );
}

const COMPONENTS: Components = {
  a: Anchor,
  img: Image,
  pre: CodeBlock,
  table: WideTable,
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  input: ({ checked }: Props<"input">) => <span>{checked === true ? "☑ " : "☐ "}</span>,
  // Messages must not set ids on the page.
  li: ({ children }: Props<"li">) => <li>{children}</li>,
  section: ({ children }: Props<"section">) => <div>{children}</div>,
};

const PLUGINS = [remarkGfm];

/** Markdown without HTML, images, and ids. Links open in a new tab. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown} dir="auto">
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
