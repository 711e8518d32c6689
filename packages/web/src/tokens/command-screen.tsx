import { useMutation } from "@tanstack/react-query";
import { Check, Terminal } from "lucide-react";
import { instanceName } from "../api/instance.ts";
import { createServiceToken } from "../api/service-tokens.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Page } from "../ui/page.tsx";
import { expiryTime } from "./expiry.ts";
import { commandRoute } from "./route.ts";

const DAYS = "90";

/** Sends a token to the command, which shows its own page. Neither a URL nor the history of the browser has it. */
function sendToCommand(port: number, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = `http://127.0.0.1:${port}/`;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Asks a person whether `workspace-agent login` on this computer gets a token. */
export function CommandScreen() {
  const { port, state } = commandRoute.useSearch();
  const allow = useMutation({
    // It returns nothing, since the mutation cache stores results.
    mutationFn: async (to: { readonly port: number; readonly state: string }) => {
      const body = { name: "Command line", expires_at: expiryTime(DAYS, Date.now()) };
      sendToCommand(to.port, { token: await createServiceToken(body), state: to.state });
    },
  });
  if (port === undefined || state === undefined)
    return (
      <Page title="Sign in the command">
        <EmptyState icon={<Terminal />} title="Nothing waits">
          Run <code>workspace-agent login</code> in a terminal. It opens this page.
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title="Sign in the command"
      description={`The command workspace-agent on this computer asks to use ${instanceName} as you.`}
    >
      <div className="stack">
        <p>
          Allow it only if you ran <code>workspace-agent login</code>, and the terminal shows this code:
        </p>
        <p>
          <code aria-label="Code">{state.slice(0, 8)}</code>
        </p>
        <p className="hint">
          It gets a service token with all of your scopes, which expires after {DAYS} days. You can revoke it
          under Service tokens.
        </p>
        {allow.isError && <ErrorNotice error={allow.error} />}
        {allow.isSuccess && (
          <p role="status">
            The command should have its token now. If its terminal does not say so, revoke the token, and open
            this page in a browser of the computer on which the command runs.
          </p>
        )}
        <div className="cluster">
          <Button
            kind="primary"
            icon={<Check />}
            isBusy={allow.isPending}
            onClick={() => allow.mutate({ port, state })}
          >
            Allow
          </Button>
        </div>
      </div>
    </Page>
  );
}
