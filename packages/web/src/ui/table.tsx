import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./table.module.css";

interface TableProps {
  /** What it lists, for those who listen. */
  readonly label: string;
  /** The heads of the columns; an empty one is a column of buttons. */
  readonly columns: readonly Column[];
  /** `<Row>`s. */
  readonly children: ReactNode;
}

export interface Column {
  readonly title: string;
  /** A CSS width. Default: what is left. */
  readonly width?: string;
  readonly align?: "end";
  /** Left out on narrow screens. */
  readonly isExtra?: boolean;
}

/** A list with columns. Cells of an `isExtra` column need `isExtra` too. */
export function Table({ label, columns, children }: TableProps) {
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
      <tbody>{children}</tbody>
    </table>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <tr className={styles.row}>{children}</tr>;
}

interface CellProps {
  readonly children?: ReactNode;
  readonly align?: "end";
  readonly isExtra?: boolean;
  /** Set quietly: what is beside the point. */
  readonly isMuted?: boolean;
}

export function Cell({ children, align, isExtra, isMuted }: CellProps) {
  return (
    <td
      className={classNames(align === "end" && styles.end, isExtra && styles.extra, isMuted && styles.muted)}
    >
      {children}
    </td>
  );
}
