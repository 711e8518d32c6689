import { NetworkError, ProblemError } from "@workspace-agent/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { reportAway } from "./reachability.ts";

/** Told when an answer says that nobody is signed in any more. */
let onSignedOut: () => void = () => undefined;

export function whenSignedOut(callback: () => void): void {
  onSignedOut = callback;
}

function notice(error: unknown): void {
  if (NetworkError.isInstance(error)) reportAway();
  if (ProblemError.isInstance(error) && error.status === 401) onSignedOut();
}

/** What the instance answered, kept while the page is open and never stored. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      // A wrong password is answered 401 too, and is told in its form.
      if (mutation.options.mutationKey?.[0] !== "sign-in") notice(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The instance may be asked whatever the browser believes of the network: it may be on the same machine.
      networkMode: "always",
      retry: (count, error) => ProblemError.isInstance(error) && error.status >= 502 && count < 2,
    },
    mutations: { networkMode: "always" },
  },
});
