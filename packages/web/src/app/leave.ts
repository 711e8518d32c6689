import { signOut } from "../api/sign-in.ts";
import { queryClient } from "../api/query-client.ts";
import { showToast } from "../ui/toast.tsx";
import { drafts } from "../workspace/chat/composer/drafts.ts";
import { router } from "./router.ts";

/** Signs out; nothing that was shown is kept. */
export async function leave(): Promise<void> {
  // What is asked for at this moment would be refused.
  await queryClient.cancelQueries();
  try {
    await signOut();
  } catch {
    showToast("You are still signed in", "The server did not answer the sign-out.");
    return;
  }
  await router.navigate({ to: "/sign-in", search: {} });
  queryClient.clear();
  drafts.clear();
}
