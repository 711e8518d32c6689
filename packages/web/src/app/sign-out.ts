import { signOut as endSession } from "../api/sign-in.ts";
import { queryClient } from "../api/query-client.ts";
import { showToast } from "../ui/toast.tsx";
import { drafts } from "../workspace/chat/composer/drafts.ts";
import { router } from "./router.ts";

/** Signs out, and clears everything that was cached. */
export async function signOut(): Promise<void> {
  // Requests that are running would fail with 401.
  await queryClient.cancelQueries();
  try {
    await endSession();
  } catch {
    showToast("You are still signed in", "The server did not respond.");
    return;
  }
  await router.navigate({ to: "/sign-in", search: {} });
  queryClient.clear();
  drafts.clear();
}
