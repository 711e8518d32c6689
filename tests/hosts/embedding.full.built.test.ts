import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { OWN_PAGE, PREFIX } from "../../examples/hosts/agents.ts";
import { RECIPES } from "../../examples/hosts/hosts.mjs";
import { until } from "../until.test-support.ts";
import { Caller } from "./caller.ts";
import { START_MS, startHost, type HostProcess } from "./host-process.ts";

const TIMEOUT = START_MS + 60_000;
const TASK = "```file:notes/done.txt\nfrom the agent\n```";

async function started(name: keyof typeof RECIPES, env: Record<string, string> = {}) {
  const host = await startHost({ ...RECIPES[name], env });
  onTestFinished(() => host.end());
  return { host, ada: new Caller(host.url, { "x-api-key": "ada-key" }) };
}

/** Runs a task under a prefix and returns the workspace. */
async function mainJob(ada: Caller, prefix: string, headers: Record<string, string> = {}): Promise<string> {
  const made = await ada.call("POST", `${prefix}/api/workspaces`, { json: { name: "main job" } });
  expect(made.status).toBe(201);
  const { id } = made.as<{ id: string }>();
  const path = `${prefix}/api/workspaces/${id}`;
  const result = await ada.call("POST", `${path}/chat`, { json: { message: TASK, mode: "sync" }, headers });
  expect(result.as()).toMatchObject({ status: "completed" });
  expect((await ada.call("GET", `${path}/agent/files?path=notes%2Fdone.txt`)).text).toBe("from the agent\n");
  return id;
}

async function ends(host: HostProcess): Promise<void> {
  expect(await host.stop()).toBe(0);
}

interface PrintedSpan {
  readonly span: string;
  readonly trace: string;
  readonly id: string;
  readonly parent?: string;
}

const spansOf = (host: HostProcess) =>
  host
    .output()
    .split("\n")
    .filter((line) => line.startsWith('{"span"'))
    .map((line) => JSON.parse(line) as PrintedSpan);

test(
  "a turn's spans are parts of the host's span of its request, in the caller's trace",
  { timeout: TIMEOUT },
  async () => {
    const { host, ada } = await started("open-telemetry");
    const [trace, caller] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
    const id = await mainJob(ada, PREFIX, { traceparent: `00-${trace}-${caller}-01` });
    const named = (name: string) => spansOf(host).find(({ span }) => span === name);
    const request = () => named(`POST ${PREFIX}/api/workspaces/${id}/chat`);
    await until(async () => request() !== undefined && named("invoke_agent workspace-agent") !== undefined);
    expect(request()).toMatchObject({ trace, parent: caller });
    const turn = named("invoke_agent workspace-agent");
    expect(turn).toMatchObject({ trace, parent: request()?.id });
    expect(named("execute_tool write")).toMatchObject({ trace, parent: turn?.id });
    await ends(host);
  },
);

/** The address of an empty database on the shared server. */
async function database(): Promise<string> {
  return await text(connect(process.env["TEST_POSTGRES"] ?? ""));
}

test(
  "the agents have a schema beside the tables of the host, by its pool",
  { timeout: TIMEOUT },
  async () => {
    const url = await database();
    const { host, ada } = await started("own-database", { DATABASE_URL: url });
    expect((await ada.call("GET", "/")).as()).toEqual({ visits: 1 });
    await mainJob(ada, PREFIX);
    expect((await ada.call("GET", "/")).as()).toEqual({ visits: 2 });
    await ends(host);
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query(
      "select table_schema as schema, count(*) > 1 as several from information_schema.tables where table_schema in ('public', 'agents') group by 1 order by 1",
    );
    expect(rows).toEqual([
      { schema: "agents", several: true },
      { schema: "public", several: false },
    ]);
  },
);

test("two services in one process share nothing", { timeout: TIMEOUT }, async () => {
  const { host, ada } = await started("two-services");
  const id = await mainJob(ada, "/support");
  await mainJob(ada, "/research");
  expect((await ada.call("GET", `/research/api/workspaces/${id}`)).status).toBe(404);
  const shared = { name: "shared", config: { afs: { access: "write", root: "" } } };
  expect((await ada.call("POST", "/support/api/workspaces", { json: shared })).status).toBe(403);
  expect((await ada.call("POST", "/research/api/workspaces", { json: shared })).status).toBe(201);
  expect((await ada.call("GET", "/")).text).toBe(OWN_PAGE);
  await ends(host);
});
