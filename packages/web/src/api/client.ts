import { queryOptions } from "@tanstack/react-query";
import { createClient } from "@workspace-agent/client";
import { basePath } from "./instance.ts";

/** The API of this instance, with the cookie of the signed-in user. Errors are `ProblemError` and `NetworkError`. */
export const client = createClient({ baseUrl: location.origin + basePath });

/** The signed-in user. */
export const principalQuery = queryOptions({
  queryKey: ["principal"],
  queryFn: async () => await client.get("/api/auth/me"),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
