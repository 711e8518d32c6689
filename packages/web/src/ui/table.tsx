import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./table.module.css";

interface TableProps {
  /** The accessible name. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** `<Row>`s. */
  readonly children: ReactNode;
}

export interface Column {
  /** Empty for a column of buttons. */
  readonly title: string;
  /** A CSS width. Default: the remaining width. */
  readonly width?: string;
  readonly align?: "end";
  /** Hidden on narrow screens. */
  readonly isExtra?: boolean;
}

/** Cells of an `isExtra` column need `isExtra` too. */
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
