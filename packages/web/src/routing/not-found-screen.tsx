import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function NotFoundScreen() {
  return (
    <main>
      <title>Not found</title>
      <EmptyState
        icon={<Compass />}
        title="There is nothing here"
        isWholePage
        action={
          <Link to="/workspaces" className={buttonClass({ kind: "primary" })}>
            Go to Workspaces
          </Link>
        }
      >
        The address may be wrong, or what it meant was deleted.
      </EmptyState>
    </main>
  );
}
