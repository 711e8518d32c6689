import { Link } from "@tanstack/react-router";
import { Badge } from "../ui/badge.tsx";
import styles from "./label-links.module.css";
import { pairOf } from "./pair.ts";

/** Labels that list the workspaces which have them. */
export function LabelLinks({ labels }: { readonly labels: Readonly<Record<string, string>> }) {
  return (
    <span className="cluster">
      {Object.entries(labels).map(([key, value]) => {
        const badge = <Badge>{value === "" ? key : `${key}: ${value}`}</Badge>;
        const label = pairOf(key, value);
        return label === null ? (
          <span key={key}>{badge}</span>
        ) : (
          <Link
            key={key}
            from="/workspaces"
            to="/workspaces"
            search={(before) => ({ ...before, label })}
            title="List the workspaces with this label"
            className={styles.label}
          >
            {badge}
          </Link>
        );
      })}
    </span>
  );
}
