import { useMutation } from "@tanstack/react-query";
import { client } from "./client.ts";

/** A password, or the code of a one-time link. */
type Credential = { readonly password: string } | { readonly code: string };

export function useSignIn() {
  return useMutation({
    mutationKey: ["sign-in"],
    mutationFn: async (credential: Credential) => {
      await client.post("/api/auth/sign-in", { body: { ...credential } });
    },
    // The credential must not stay in the cache.
    gcTime: 0,
  });
}

export async function signOut(): Promise<void> {
  await client.post("/api/auth/sign-out");
}
