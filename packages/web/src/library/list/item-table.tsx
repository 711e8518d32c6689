import { Link } from "@tanstack/react-router";
import type { LibraryItem, LibraryKind } from "../../api/library.ts";
import { Badge, Labels } from "../../ui/badge.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Cell, Row, Table } from "../../ui/table.tsx";
import { ItemMenu } from "../item/item-menu.tsx";
import { isPrompt, isSkill, KIND_TEXTS } from "../kinds.ts";

interface ItemTableProps {
  readonly kind: LibraryKind;
  readonly items: readonly LibraryItem[];
}

export function ItemTable({ kind, items }: ItemTableProps) {
  const columns = [
    { title: "Name" },
    kind === "prompts"
      ? { title: "Arguments", width: "22%", isExtra: true }
      : { title: "Files", width: "6rem", isExtra: true },
    { title: "Version", width: "5.5rem", isExtra: true },
    { title: "Updated", width: "9rem", isExtra: true },
    { title: "", width: "3rem", align: "end" },
  ] as const;
  return (
    <Table label={KIND_TEXTS[kind].title} columns={columns}>
      {items.map((item) => (
        <Row key={item.id}>
          <Cell>
            <span className="cluster">
              <Link to="/library/$kind/$ref" params={{ kind, ref: item.id }} className="item-name">
                {item.name}
              </Link>
              {!isSkill(item) && <Labels labels={item.labels} />}
            </span>
            <p className="hint clipped">{excerptOf(item)}</p>
          </Cell>
          <Cell isExtra isMuted>
            {isPrompt(item) ? <Arguments names={item.arguments} /> : item.files.length}
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

const MAX_EXCERPT = 240;
const MAX_ARGUMENTS = 4;

function excerptOf(item: LibraryItem): string {
  if (item.description !== "") return item.description.slice(0, MAX_EXCERPT);
  return isPrompt(item) ? item.content.slice(0, MAX_EXCERPT) : "";
}

function Arguments({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return "—";
  return (
    <span className="cluster">
      {names.slice(0, MAX_ARGUMENTS).map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
      {names.length > MAX_ARGUMENTS && <Badge>+{names.length - MAX_ARGUMENTS}</Badge>}
    </span>
  );
}
