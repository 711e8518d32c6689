import { Link } from "@tanstack/react-router";
import type { LibraryKind } from "../api/library.ts";
import { KIND_TEXTS } from "./kinds.ts";

/** Breadcrumbs to the list of a kind. */
export function LibraryTrail({ kind }: { readonly kind: LibraryKind }) {
  return (
    <>
      <Link to="/library">Library</Link>
      <Link to="/library/$kind" params={{ kind }}>
        {KIND_TEXTS[kind].title}
      </Link>
    </>
  );
}
