import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function NotFoundScreen() {
  return (
    <main>
      <title>Page not found</title>
      <EmptyState
        icon={<Compass />}
        title="Page not found"
        isWholePage
        action={
          <Link to="/workspaces" className={buttonClass({ kind: "primary" })}>
            Go to workspaces
          </Link>
        }
      >
        The address may be wrong, or what it refers to was deleted.
      </EmptyState>
    </main>
  );
}
