import { Link } from "@tanstack/react-router";
import type { LibraryKind } from "../api/library.ts";
import { WORDS } from "./kinds.ts";

/** The way back to the list of a kind. */
export function LibraryTrail({ kind }: { readonly kind: LibraryKind }) {
  return (
    <>
      <Link to="/library">Library</Link>
      <Link to="/library/$kind" params={{ kind }}>
        {WORDS[kind].title}
      </Link>
    </>
  );
}
