import { fenced, runTurn } from "./chatting.ts";
import type { OpenApp } from "./open-app.ts";

/** What the screens show. */
export interface Ids {
  readonly workspace: string;
  readonly session: string;
  /** A session with a truncated output. */
  readonly long: string;
  /** A workspace with a session that waits for an answer. */
  readonly asking: string;
  readonly request: string;
  readonly snapshot: string;
  readonly schedule: string;
  readonly batch: string;
  readonly webhook: string;
  readonly prompt: string;
  readonly template: string;
  readonly skill: string;
}

const TASK = [
  "Make a **small site** with a page and a style sheet, then count what is in it.",
  fenced("file:site/index.html", "<!doctype html>", "<title>Maps</title>", "<h1>Maps of the old town</h1>"),
  fenced("sh", "mkdir -p site && echo 'h1 { color: teal; }' > site/style.css && ls -l site"),
].join("\n\n");

/** Creates something for each screen. */
export async function createData({ call }: OpenApp): Promise<Ids> {
  const id = async (path: string, body: unknown) => (await call<{ id: string }>("POST", path, body)).id;
  const skill = "---\nname: release-notes\ndescription: Writes release notes.\n---\n\nRead the log first.\n";
  const prompt = await id("/api/prompts", {
    name: "Review a change",
    description: "Looks at a change as a colleague would.",
    content: "Review {{branch}} for {{concern}}.",
    labels: { team: "web" },
  });
  await call("PUT", `/api/prompts/${prompt}`, { content: "Review {{branch}} with an eye on {{concern}}." });
  const template = await id("/api/templates", {
    name: "website",
    description: "A static site.",
    config: { system_prompt: "Be brief." },
    files: [{ path: "README.md", content: "# Site\n" }],
  });
  const workspace = await id("/api/workspaces", { name: "old-town-maps", labels: { team: "web" } });
  for (const name of [
    "invoices",
    "nightly-report",
    "A workspace with a name that is rather long for a phone",
  ])
    await call("POST", "/api/workspaces", { name, template: "website" });
  await call("POST", "/api/service-tokens", { name: "ci", scopes: ["workspaces:read"] });
  const webhook = await id("/api/webhooks", {
    url: "http://hooks.example/agents",
    description: "Notifies the team channel",
  });
  const permissions = { bash: "ask" };
  const asking = await id("/api/workspaces", { name: "tile-server", config: { permissions } });
  const request = await runTurn({ call }, asking, fenced("sh", "npm run publish-tiles"));
  const long = await runTurn({ call }, workspace, fenced("sh", "seq 1 4000"));
  const session = await runTurn({ call }, workspace, TASK);
  const snapshot = await id(`/api/workspaces/${workspace}/snapshots`, { label: "Before the move" });
  await runTurn({ call }, workspace, fenced("file:site/about.html", "<h1>About the maps</h1>"));
  const schedules = `/api/workspaces/${workspace}/schedules`;
  await call("POST", schedules, {
    name: "Monday report",
    cron: "30 8 * * MON",
    timezone: "America/New_York",
    turn: { message: "Summarize what changed last week." },
    enabled: false,
  });
  const schedule = await id(schedules, {
    name: "Nightly tests",
    cron: "0 4 * * *",
    timezone: "Europe/Berlin",
    turn: { message: `Run the tests and fix what fails.\n\n${fenced("sh", "ls")}` },
    max_runs: 30,
  });
  await call("POST", `${schedules}/${schedule}/run`);
  const page = { output: { schema: { type: "object" } } };
  const batch = await id("/api/batches", {
    name: "Reviews of May",
    defaults: {
      template: "website",
      turn: { message: `Review the page and list what is wrong with it.\n\n${fenced("sh", "ls")}` },
    },
    items: [{ key: "start-page" }, { key: "contact" }, { key: "imprint", ...page }, { key: "shop/cart" }],
  });
  await call("GET", `/api/batches/${batch}?wait=60`);
  return {
    workspace,
    session,
    long,
    asking,
    request,
    snapshot,
    schedule,
    batch,
    webhook,
    prompt,
    template,
    skill: await id("/api/skills", { files: [{ path: "SKILL.md", content: skill }] }),
  };
}
