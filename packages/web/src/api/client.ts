import { createClient } from "@workspace-agent/client";
import { basePath } from "./instance.ts";

/** The instance's API, with the cookie of whoever is signed in. Errors are `ProblemError` and `NetworkError`. */
export const client = createClient({ baseUrl: location.origin + basePath });
