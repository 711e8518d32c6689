import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";

/** The signed-in user. */
export const principalQuery = queryOptions({
  queryKey: ["principal"],
  queryFn: async () => await client.get("/api/auth/me"),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
