import { memo, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./table.module.css";

export interface Column<Item> {
  /** Empty for a column of buttons. */
  readonly title: string;
  /** A CSS width. Default: the remaining width. */
  readonly width?: string;
  readonly align?: "end";
  /** Hidden on narrow screens. */
  readonly isExtra?: boolean;
  readonly isMuted?: boolean;
  /** What the row of an item has in this column. */
  cell(item: Item): ReactNode;
}

interface TableProps<Item> {
  /** The accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
}

export function Table<Item>({ label, columns, items, keyOf }: TableProps<Item>) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, width, align, isExtra }, index) => (
            <th
              key={index}
              scope="col"
              className={classNames(align === "end" && styles.end, isExtra && styles.extra)}
              {...(width !== undefined && { style: { width } })}
            >
              {title === "" ? <span className="unseen">Actions</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={keyOf(item)} item={item} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly item: unknown;
  readonly columns: readonly Column<unknown>[];
}

/** Rendered again only for another item or other columns. */
const Row = memo(function Row({ item, columns }: RowProps) {
  return (
    <tr className={styles.row}>
      {columns.map((column, index) => (
        <td
          key={index}
          className={classNames(
            column.align === "end" && styles.end,
            column.isExtra && styles.extra,
            column.isMuted && "muted",
          )}
        >
          {column.cell(item)}
        </td>
      ))}
    </tr>
  );
});
