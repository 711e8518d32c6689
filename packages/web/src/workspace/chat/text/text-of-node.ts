/** A node of a text that was read as Markdown, as far as its own text goes. */
export interface MarkupNode {
  readonly value?: unknown;
  readonly children?: readonly unknown[];
}

/** All text within a node. */
export function textOfNode(node: MarkupNode | undefined): string {
  if (node === undefined) return "";
  if (typeof node.value === "string") return node.value;
  return (node.children ?? []).map((child) => textOfNode(child as MarkupNode)).join("");
}
