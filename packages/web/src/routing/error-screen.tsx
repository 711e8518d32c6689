import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { isProblem } from "../api/describe-error.ts";
import { onServerAvailable } from "../api/reachability.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import styles from "./screens.module.css";

/** Replaces a screen that failed to load, and retries when the server is available again. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useEffect(() => onServerAvailable(retry));
  if (isProblem(error, "not_found")) return <NotFoundScreen />;
  return (
    <main className={styles.error}>
      <title>Error</title>
      <h1>This page could not be loaded</h1>
      <ErrorNotice error={error} onRetry={retry} />
    </main>
  );
}
