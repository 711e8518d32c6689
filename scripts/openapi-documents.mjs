// Writes the OpenAPI documents of the built packages: of an instance with sign-in, and of a host that authenticates.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./toolchain.mjs";

const PUBLIC_URL = "https://agents.test";

/** Imports an entry of a built package, such as `core/memory`. */
async function imported(name) {
  const [folder] = name.split("/");
  const require = createRequire(join(ROOT, "packages", folder, "package.json"));
  return await import(pathToFileURL(require.resolve(`@workspace-agent/${name}`)).href);
}

async function serviceInMemory() {
  const { createAgentService } = await imported("core");
  const { memoryStore, memoryVolumes } = await imported("core/memory");
  const { scriptedModels, scriptedSandboxes } = await imported("core/testing");
  return createAgentService({
    store: memoryStore(),
    volumes: memoryVolumes(),
    sandbox: scriptedSandboxes(),
    models: scriptedModels(() => ({ text: "" })),
  });
}

async function documentOf(handler, prefix, headers) {
  const request = new Request(`${PUBLIC_URL}${prefix}/api/docs/openapi.json`, { headers });
  const response = await handler(request);
  if (!response.ok) throw new Error(`The request for the document failed with ${response.status}.`);
  return await response.json();
}

/** Writes both into `folder` and returns their paths. */
export async function writeDocuments(folder) {
  const { createHandler } = await imported("http");
  const service = await serviceInMemory();
  const { cookie } = await service.signIn.signIn({ code: await service.signIn.issueCode() }, "check");
  const logger = { debug() {}, info() {}, warn: console.error, error: console.error };
  const host = { id: "host", tenant: "default", kind: "user", scopes: [], workspace_ids: null };
  const own = createHandler(service, { publicUrl: PUBLIC_URL, logger });
  const embedded = createHandler(service, {
    publicUrl: PUBLIC_URL,
    logger,
    prefix: "/agents",
    authenticate: () => Promise.resolve(host),
  });
  const documents = {
    "openapi.json": await documentOf(own, "", { cookie: `wa_session=${cookie}` }),
    "openapi.embedded.json": await documentOf(embedded, "/agents", {}),
  };
  mkdirSync(folder, { recursive: true });
  return Object.entries(documents).map(([name, document]) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(document, null, 2));
    return path;
  });
}
