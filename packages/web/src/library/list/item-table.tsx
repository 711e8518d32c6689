import { Link } from "@tanstack/react-router";
import { Badge } from "../../ui/badge.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Cell, Row, Table } from "../../ui/table.tsx";
import { ItemMenu } from "../item/item-menu.tsx";
import type { LibraryItem, LibraryKind } from "../../api/library.ts";
import { isPrompt, isSkill, WORDS } from "../kinds.ts";
import styles from "./list.module.css";

const PARTS = { prompts: "Arguments", templates: "Files", skills: "Files" } as const;

interface ItemTableProps {
  readonly kind: LibraryKind;
  readonly items: readonly LibraryItem[];
}

export function ItemTable({ kind, items }: ItemTableProps) {
  const columns = [
    { title: "Name" },
    { title: PARTS[kind], width: kind === "prompts" ? "22%" : "6rem", isExtra: true },
    { title: "Version", width: "5.5rem", isExtra: true },
    { title: "Changed", width: "9rem", isExtra: true },
    { title: "", width: "3rem", align: "end" },
  ] as const;
  return (
    <Table label={WORDS[kind].title} columns={columns}>
      {items.map((item) => (
        <Row key={item.id}>
          <Cell>
            <Link to="/library/$kind/$ref" params={{ kind, ref: item.id }} className={styles.name}>
              {item.name}
            </Link>
            <Labels item={item} />
            <p className={styles.excerpt}>{excerptOf(item)}</p>
          </Cell>
          <Cell isExtra isMuted>
            <Parts item={item} />
          </Cell>
          <Cell isExtra isMuted>
            {item.version}
          </Cell>
          <Cell isExtra isMuted>
            <RelativeTime at={item.updated_at} />
          </Cell>
          <Cell align="end">
            <ItemMenu kind={kind} item={item} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

const EXCERPT = 240;

function excerptOf(item: LibraryItem): string {
  if (item.description !== "") return item.description.slice(0, EXCERPT);
  return isPrompt(item) ? item.content.slice(0, EXCERPT) : "";
}

function Parts({ item }: { readonly item: LibraryItem }) {
  if (!isPrompt(item)) return item.files.length;
  if (item.arguments.length === 0) return "—";
  return (
    <span className={styles.parts}>
      {item.arguments.slice(0, 4).map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
      {item.arguments.length > 4 && <Badge>+{item.arguments.length - 4}</Badge>}
    </span>
  );
}

function Labels({ item }: { readonly item: LibraryItem }) {
  const labels = isSkill(item) ? [] : Object.entries(item.labels);
  if (labels.length === 0) return null;
  return (
    <span className={styles.labels}>
      {labels.map(([name, value]) => (
        <Badge key={name}>{value === "" ? name : `${name}: ${value}`}</Badge>
      ))}
    </span>
  );
}
