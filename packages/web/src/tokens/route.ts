import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../routing/lazy-screen.ts";
import { shellRoute } from "../routing/shell-route.ts";

export const tokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/integration/tokens",
  component: lazyScreen(async () => await import("./tokens-screen.tsx"), "TokensScreen"),
});

/** What `workspace-agent login` waits for. */
interface CommandSearch {
  /** The port on which it listens on this computer. */
  readonly port?: number | undefined;
  /** What it compares. */
  readonly state?: string | undefined;
}

const isPort = (port: unknown): port is number =>
  Number.isInteger(port) && Number(port) > 1_023 && Number(port) < 65_536;
const isState = (state: unknown): state is string => typeof state === "string" && /^[\w-]{43}$/.test(state);

export const commandRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/integration/command",
  // What is left out would stay as it is in the address.
  validateSearch: ({ port, state }: Record<string, unknown>): CommandSearch => ({
    port: isPort(port) ? port : undefined,
    state: isState(state) ? state : undefined,
  }),
  component: lazyScreen(async () => await import("./command-screen.tsx"), "CommandScreen"),
});
