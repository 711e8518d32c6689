import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
// The host below imports them.
import type {} from "opentelemetry-sdk-1";
import type {} from "opentelemetry-sdk-2";
import { describe, expect, test } from "vitest";

const CORE = join(import.meta.dirname, "../../..");

/** A host of its own process, as Node resolves its packages: registers an SDK, runs a turn, and prints the spans that the SDK got. */
const host = (sdk: string) => `
  import { trace } from "@opentelemetry/api";
  import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "${sdk}";
  import { createAgentService, rehearsalModels, SCOPES } from "@workspace-agent/core";
  import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
  import { scriptedSandboxes } from "@workspace-agent/core/testing";

  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  const service = createAgentService({
    store: memoryStore(), volumes: memoryVolumes(), sandbox: scriptedSandboxes(), models: rehearsalModels(),
  });
  await service.start();
  const admin = { id: "a", tenant: "t", kind: "user", scopes: SCOPES, workspace_ids: null };
  const { id } = await service.workspaces.create(admin, { name: "w" });
  const turn = await service.chat.send(admin, id, { message: "Hi", source: "api", on_busy: "queue" });
  await service.chat.result(admin, id, turn, { seconds: 30 });
  await service.stop();
  console.log(JSON.stringify(exporter.getFinishedSpans().map(({ name }) => name)));
  process.exit(0);
`;

describe.each(["opentelemetry-sdk-1", "opentelemetry-sdk-2"])("a host with %s", (sdk) => {
  test("gets the spans of a turn", () => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const options = { cwd: CORE, encoding: "utf8", env } as const;
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", host(sdk)], options);
    const spans: unknown = JSON.parse(printed.trim().split("\n").at(-1) ?? "");
    expect(spans).toEqual(["chat rehearsal", "invoke_agent workspace-agent"]);
  });

  test("has the one copy of the API that this package uses", () => {
    const fromCore = createRequire(join(CORE, "package.json"));
    const fromSdk = createRequire(fromCore.resolve(sdk));
    expect(fromSdk.resolve("@opentelemetry/api")).toBe(fromCore.resolve("@opentelemetry/api"));
  });
});

test("this package brings no copy of the OpenTelemetry API", () => {
  const manifest = JSON.parse(readFileSync(join(CORE, "package.json"), "utf8")) as {
    readonly dependencies: object;
    readonly peerDependencies: object;
  };
  expect(manifest.dependencies).not.toHaveProperty(["@opentelemetry/api"]);
  expect(manifest.peerDependencies).toHaveProperty(["@opentelemetry/api"], ">=1.3.0 <2.0.0");
});
