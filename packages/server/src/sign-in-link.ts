import { setTimeout as pause } from "node:timers/promises";
import type { AgentService, Logger } from "@workspace-agent/core";
import { signInHelp } from "./banner.ts";

const RETRY_MS = 5_000;

export interface SignInLinkPorts {
  readonly signIn: Pick<AgentService["signIn"], "issueCode">;
  readonly url: string;
  readonly logger: Logger;
  readonly print: (text: string) => void;
  /** The pause between attempts. */
  readonly wait?: () => Promise<unknown>;
}

/** Prints how to sign in. If the store fails, the server continues, and this retries until it succeeds. */
export async function printSignInLink({ signIn, url, logger, print, wait }: SignInLinkPorts): Promise<void> {
  for (;;) {
    try {
      const code = await signIn.issueCode();
      print(signInHelp(url, code));
      return;
    } catch (error) {
      logger.error({ error }, "the sign-in link could not be created and is retried");
    }
    await (wait ?? (() => pause(RETRY_MS, undefined, { ref: false })))();
  }
}
