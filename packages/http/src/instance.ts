import type { AgentService } from "@workspace-agent/core";
import { addressesUnder } from "./addresses.ts";
import { Concurrency } from "./limits/concurrency.ts";
import { openApiDocument } from "./openapi/document.ts";
import type { Instance } from "./request/call.ts";
import type { Route } from "./route.ts";
import type { Settings } from "./settings.ts";

/** What all requests of a handler share. The document is made when it is first asked for. */
export function createInstance(
  service: AgentService,
  settings: Settings,
  routes: readonly Route[],
): Instance {
  const addresses = addressesUnder(settings.prefix);
  return {
    service,
    settings,
    addresses,
    concurrency: new Concurrency(settings.limits),
    openApi: once(() => JSON.stringify(openApiDocument(routes, settings, service.instance.version))),
  };
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
