import type { ComponentProps, ReactNode } from "react";
import { memo, useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "./code-block.tsx";
import styles from "./markdown.module.css";
import { safeLink } from "./safe-link.ts";
import { visibleText } from "./visible-text.ts";

export interface Node {
  readonly value?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly unknown[];
}

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & {
  node?: Node | undefined;
};

export function textOf(node: Node | undefined): string {
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

/** The language that a message names for a block, such as `ts`, or a file. */
function languageOf(node: Node | undefined): string | null {
  const [code] = (node?.children ?? []) as readonly Node[];
  const names = code?.properties?.["className"];
  const listed: readonly unknown[] = Array.isArray(names) ? names : [];
  const name = listed.map(String).find((each) => each.startsWith("language-"));
  return name === undefined ? null : name.slice("language-".length);
}

function Block({ node, children }: Props<"pre">) {
  return (
    <CodeBlock code={textOf(node).replace(/\n$/, "")} language={languageOf(node)}>
      {children}
    </CodeBlock>
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
  pre: Block,
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

interface MarkdownProps {
  readonly text: string;
  /** Shows code in a line. Default: as it is. */
  readonly code?: Components["code"];
}

/** Markdown without HTML, images, and ids. Links open in a new tab. */
export const Markdown = memo(function Markdown({ text, code }: MarkdownProps) {
  const components = useMemo(() => (code === undefined ? COMPONENTS : { ...COMPONENTS, code }), [code]);
  return (
    <div className={styles.markdown} dir="auto">
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        components={components}
        urlTransform={(url) => safeLink(url) ?? ""}
      >
        {visibleText(text)}
      </ReactMarkdown>
    </div>
  );
});
