import { useMutation } from "@tanstack/react-query";
import { client } from "./client.ts";

/** A password, or the code of a one-time link. */
export type Credential = { readonly password: string } | { readonly code: string };

export function useSignIn() {
  return useMutation({
    mutationKey: ["sign-in"],
    mutationFn: async (credential: Credential) => {
      await client.post("/api/auth/sign-in", { body: { ...credential } });
    },
    // The credential is not kept with the attempt.
    gcTime: 0,
  });
}

export async function signOut(): Promise<void> {
  await client.post("/api/auth/sign-out");
}
