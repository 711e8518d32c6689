import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Principal } from "../domain/principals/principal.ts";
import { memoryStore, memoryVolumes } from "../memory/index.ts";
import { rehearsalModels } from "../models/rehearsal.ts";
import { scriptedSandboxes } from "../testing/index.ts";
import { createAgentService } from "./create-agent-service.ts";

const PAGE = join(import.meta.dirname, "../../../../docs/embedding.md");
const principal: Principal = { id: "me", tenant: "t", kind: "user", scopes: [], workspace_ids: null };

test("the page of embedding lists the services of a principal with their methods", () => {
  const ports = { store: memoryStore(), volumes: memoryVolumes(), sandbox: scriptedSandboxes() };
  const services = createAgentService({ ...ports, models: rehearsalModels() }).as(principal);
  const page = readFileSync(PAGE, "utf8");
  const rows = page.matchAll(/^\| `service\.as\(…\)\.(\w+)` *\|([^|]*)\|/gm);
  const listed = [...rows].map(([, name, methods = ""]) => [
    name,
    [...methods.matchAll(/`(\w+)`/g)].map(([, method]) => method).sort(),
  ]);
  const expected = Object.entries(services).map(([name, service]) => [name, Object.keys(service).sort()]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected));
});
