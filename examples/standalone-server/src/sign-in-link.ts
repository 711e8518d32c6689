import { setTimeout as pause } from "node:timers/promises";
import type { AgentService, Logger } from "@workspace-agent/core";
import { signInHelp } from "./banner.ts";

const RETRY_MS = 5_000;

export interface SignInLinkPorts {
  readonly signIn: Pick<AgentService["signIn"], "issueCode">;
  readonly url: string;
  readonly logger: Logger;
  readonly print: (text: string) => void;
  /** Between two tries. */
  readonly wait?: () => Promise<unknown>;
}

/** Prints how to sign in. Where the store fails, the server goes on without it and this tries again until it works. */
export async function printSignInLink({ signIn, url, logger, print, wait }: SignInLinkPorts): Promise<void> {
  for (;;) {
    try {
      const code = await signIn.issueCode();
      print(signInHelp(url, code));
      return;
    } catch (error) {
      logger.error({ error }, "no sign-in link could be made; it is tried again");
    }
    await (wait ?? (() => pause(RETRY_MS, undefined, { ref: false })))();
  }
}
