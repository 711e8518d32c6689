import { Link } from "@tanstack/react-router";
import type { LibraryItem, LibraryKind } from "../../api/library.ts";
import { Badge, Labels } from "../../ui/badge.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { timeColumn } from "../../ui/time-column.tsx";
import { ItemMenu } from "../item/item-menu.tsx";
import { isPrompt, isSkill, KIND_TEXTS } from "../kinds.ts";

interface ItemTableProps {
  readonly kind: LibraryKind;
  readonly items: readonly LibraryItem[];
}

export function ItemTable({ kind, items }: ItemTableProps) {
  const columns: readonly Column<LibraryItem>[] = [
    {
      title: "Name",
      cell: (item) => (
        <>
          <span className="cluster">
            <Link to="/library/$kind/$ref" params={{ kind, ref: item.id }} className="item-name">
              {item.name}
            </Link>
            {!isSkill(item) && <Labels labels={item.labels} />}
          </span>
          <p className="hint clipped">{excerptOf(item)}</p>
        </>
      ),
    },
    {
      ...(kind === "prompts" ? { title: "Arguments", width: "22%" } : { title: "Files", width: "6rem" }),
      isExtra: true,
      isMuted: true,
      cell: (item) => (isPrompt(item) ? <Arguments names={item.arguments} /> : item.files.length),
    },
    { title: "Version", width: "5.5rem", isExtra: true, isMuted: true, cell: ({ version }) => version },
    timeColumn("Updated", "9rem", ({ updated_at }) => updated_at),
    { title: "", width: "3rem", align: "end", cell: (item) => <ItemMenu kind={kind} item={item} /> },
  ];
  return <Table label={KIND_TEXTS[kind].title} columns={columns} items={items} keyOf={({ id }) => id} />;
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
