import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { item, items, leadLinks, llmsText, packageItems, pageOf } from "./pages.mjs";

const ofPackage = (name, text) => item(`packages/${name}/README.md`, text ?? name);
const guide = (name, text) => item(`docs/${name}.md`, text);

/** In the order in which a reader needs them: to begin, to understand, to build, to operate, to look up. */
const chosen = [
  {
    text: "Start",
    items: [
      item("README.md", "In five minutes"),
      guide("ci-job"),
      guide("bulk-load"),
      guide("hand-off"),
      guide("quickstarts"),
      ofPackage("create-workspace-agent", "Start a project"),
      guide("embedding"),
    ],
  },
  {
    text: "Concepts",
    items: [guide("comparison"), guide("concepts"), guide("agent"), guide("sandboxes"), guide("security")],
  },
  {
    text: "Guides",
    items: [
      guide("authentication"),
      guide("models"),
      guide("mcp"),
      guide("schedules"),
      guide("batches"),
      guide("rewind"),
      guide("webhooks"),
      guide("structured-output"),
      guide("web"),
      guide("runtimes"),
      guide("bundling"),
      guide("testing"),
    ],
  },
  {
    text: "Operate",
    items: [
      guide("deploy"),
      guide("scaling"),
      guide("postgres"),
      guide("backup"),
      guide("retention"),
      guide("telemetry"),
      guide("troubleshooting"),
      guide("performance"),
    ],
  },
  {
    text: "Reference",
    items: [
      guide("rest"),
      guide("rest-types"),
      guide("config"),
      guide("events"),
      guide("errors"),
      guide("settings"),
      guide("cli"),
      guide("client"),
      guide("changelog"),
    ],
  },
  {
    text: "Extend",
    items: [
      guide("tools"),
      guide("extending"),
      guide("adapter-volume"),
      guide("adapter-sandbox"),
      guide("remote-sandboxes"),
      guide("adapter-store"),
      guide("adapter-models"),
      item("ARCHITECTURE.md"),
      item("CONTRIBUTING.md"),
    ],
  },
  {
    text: "Packages",
    collapsed: true,
    items: [
      ofPackage("server", "The server"),
      ofPackage("core", "Core"),
      ofPackage("http", "HTTP"),
      ofPackage("store-sqlite", "SQLite"),
      ofPackage("store-sql", "What SQL stores share"),
      ofPackage("sandbox-local", "Bubblewrap"),
      ofPackage("sandbox-docker", "Containers"),
      ofPackage("sandbox-interpreter", "Interpreter"),
      ofPackage("sandbox-ai-sdk", "Of the AI SDK's ecosystem"),
      ofPackage("sandbox-process", "What process sandboxes share"),
      ofPackage("volume-folder", "Files in a folder"),
      guide("objects"),
      ofPackage("objects-s3", "Objects in a bucket"),
      ofPackage("archives", "Archives and patches"),
      ofPackage("model-ai-sdk", "Models"),
      ofPackage("json-schema", "Structured output"),
      ofPackage("mcp-client", "MCP servers"),
      ofPackage("mcp-server", "As an MCP server"),
      ofPackage("public-address", "Public addresses"),
      ofPackage("cron-times", "Times of schedules"),
    ],
  },
];

const named = new Set(chosen.flatMap((group) => group.items.map(({ link }) => link)));

/** What nobody gave a place is shown all the same: guides, packages. */
const others = [
  ["More", items("docs").filter(({ link }) => !["/index", "/plan"].includes(link))],
  ["The other packages", packageItems()],
].flatMap(([text, all]) => {
  const unnamed = all.filter(({ link }) => !named.has(link));
  return unnamed.length === 0 ? [] : [{ text, items: unnamed, collapsed: true }];
});

export default defineConfig({
  title: "workspace-agent",
  description: "Workspaces in which a language model works with a shell and files, behind one REST API.",
  lang: "en",
  // The pages are files of the repository, which are read there too: docs, the packages' own, and three at the top.
  srcDir: "..",
  srcExclude: [
    "{api,bench,data,deploy,examples,scripts,tests}/**",
    "packages/*/!(README).md",
    "packages/*/{src,image}/**",
    "docs/plan.md",
    "SECURITY.md",
  ],
  rewrites: pageOf,
  outDir: "./.vitepress/dist",
  cacheDir: "../.cache/vitepress",
  cleanUrls: true,
  markdown: { config: leadLinks },
  buildEnd({ outDir, site: { title, description } }) {
    writeFileSync(join(outDir, "llms.txt"), llmsText({ title, description, groups: chosen }));
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Start", link: "/start" },
      { text: "Errors", link: "/errors" },
      { text: "Performance", link: "/performance" },
    ],
    sidebar: [...chosen, ...others, { text: "Decisions", collapsed: true, items: items("docs/decisions") }],
  },
});
