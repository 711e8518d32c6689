import { NetworkError, ProblemError } from "@workspace-agent/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { onServerAvailable, reportUnavailable } from "./reachability.ts";

let onSignedOut: () => void = () => undefined;

/** Sets what happens when a response says that the user is no longer signed in. */
export function whenSignedOut(callback: () => void): void {
  onSignedOut = callback;
}

function handleError(error: unknown): void {
  if (NetworkError.isInstance(error)) reportUnavailable();
  if (ProblemError.isInstance(error) && error.status === 401) onSignedOut();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleError }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      // A wrong password is a 401 too; the sign-in form shows it.
      if (mutation.options.mutationKey?.[0] !== "sign-in") handleError(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The server may run on this machine, where it can be reached while the browser is offline.
      networkMode: "always",
      retry: (count, error) => ProblemError.isInstance(error) && error.status >= 502 && count < 2,
    },
    mutations: { networkMode: "always" },
  },
});

onServerAvailable(() => void queryClient.invalidateQueries());
