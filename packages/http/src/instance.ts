import type { AgentService } from "@workspace-agent/core";
import { addressesUnder } from "./addresses.ts";
import { openApiDocument } from "./openapi/document.ts";
import { referencePage } from "./pages/reference-page.ts";
import type { Instance } from "./request/call.ts";
import type { Route } from "./route.ts";
import type { Settings } from "./settings.ts";

/** What all requests of a handler share. The documents are made when they are first asked for. */
export function createInstance(
  service: AgentService,
  settings: Settings,
  routes: readonly Route[],
): Instance {
  const addresses = addressesUnder(settings.prefix);
  const document = once(() => openApiDocument(routes, settings, service.instance.version));
  return {
    service,
    settings,
    addresses,
    openApi: once(() => JSON.stringify(document())),
    reference: once(() => referencePage(document(), addresses)),
  };
}

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
