import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { isProblem } from "../api/describe-error.ts";
import { basePath, instanceName, instancePath, signsIn } from "../api/instance.ts";
import { useSignIn } from "../api/sign-in.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice, Notice } from "../ui/error-notice.tsx";
import { Field } from "../ui/field.tsx";
import { nextPage } from "./next-page.ts";
import { signInRoute } from "./route.ts";
import styles from "./sign-in-screen.module.css";

/** Signs in with a password, or with the code of a one-time link, which is removed from the URL. */
export function SignInScreen() {
  const { next, code } = signInRoute.useSearch();
  const [password, setPassword] = useState("");
  const router = useRouter();
  const queries = useQueryClient();
  const signIn = useSignIn();
  const usedCode = useRef<string | null>(null);

  const goToNextPage = () => {
    queries.clear();
    const page = nextPage(next, { origin: location.origin, basePath });
    if ("address" in page) location.replace(page.address);
    else router.history.replace(basePath + page.screen);
  };

  useEffect(() => {
    if (code === undefined || usedCode.current === code) return;
    usedCode.current = code;
    signIn.mutate(
      { code },
      {
        onSuccess: goToNextPage,
        onError: () =>
          void router.navigate({ to: "/sign-in", search: next === undefined ? {} : { next }, replace: true }),
      },
    );
  });

  return (
    <main className={styles.screen}>
      <title>{`Sign in · ${instanceName}`}</title>
      <div className={styles.card}>
        <img src={instancePath("/favicon.svg")} alt="" width="36" height="36" className={styles.logo} />
        <h1>Sign in to {instanceName}</h1>
        {!signsIn ? (
          <Notice>Sign in on the website that you came from.</Notice>
        ) : code !== undefined && !signIn.isError ? (
          <p className="hint" role="status">
            Signing in with the link…
          </p>
        ) : (
          <form
            method="post"
            noValidate
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (password !== "") signIn.mutate({ password }, { onSuccess: goToNextPage });
            }}
          >
            <Field
              label="Password"
              type="password"
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              autoFocus
            />
            {signIn.isError && <SignInError error={signIn.error} isLink={"code" in signIn.variables} />}
            <Button type="submit" kind="primary" isBusy={signIn.isPending}>
              Sign in
            </Button>
            <p className="hint">No password? The server prints a one-time sign-in link when it starts.</p>
          </form>
        )}
      </div>
    </main>
  );
}

function SignInError({ error, isLink }: { readonly error: unknown; readonly isLink: boolean }) {
  if (isLink && isProblem(error, "unauthenticated"))
    return (
      <Notice kind="bad">
        <p role="alert">
          This link was already used, or is older than 15 minutes. Restart the server to get a new one.
        </p>
      </Notice>
    );
  return <ErrorNotice error={error} />;
}
