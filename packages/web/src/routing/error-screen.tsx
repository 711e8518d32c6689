import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { isProblem } from "../api/describe-error.ts";
import { onReachability, serverIsAway } from "../api/reachability.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import styles from "./screens.module.css";

/** What stands in the place of a screen that failed; it tries again by itself when the server is back. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isAway = useSyncExternalStore(onReachability, serverIsAway);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    if (!isAway) return;
    return onReachability(() => {
      if (!serverIsAway()) retry();
    });
  });
  if (isProblem(error, "not_found")) return <NotFoundScreen />;
  return (
    <main className={styles.error}>
      <title>Error</title>
      <h1>This screen could not be shown</h1>
      <ErrorNotice error={error} onRetry={retry} />
    </main>
  );
}
