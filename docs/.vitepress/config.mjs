import { defineConfig } from "vitepress";
import { item, items, leadLinks, packageItems, pageOf } from "./pages.mjs";

const ofPackage = (name, text) => item(`packages/${name}/README.md`, text ?? name);
const guide = (name, text) => item(`docs/${name}.md`, text);

/** The pages of the users, then of what they choose from. */
const chosen = [
  {
    text: "Use",
    items: [
      item("README.md", "Start"),
      guide("quickstarts"),
      guide("ci-job"),
      guide("bulk-load"),
      guide("hand-off"),
      guide("mcp"),
      guide("embedding"),
      guide("authentication"),
      guide("config"),
      guide("events"),
      guide("schedules"),
      guide("batches"),
      guide("rewind"),
      guide("cli"),
      guide("client"),
      guide("structured-output"),
      guide("web"),
      guide("errors"),
    ],
  },
  {
    text: "Run",
    items: [
      guide("agent"),
      guide("models"),
      guide("sandboxes"),
      guide("security"),
      guide("webhooks"),
      guide("retention"),
      guide("backup"),
      guide("telemetry"),
      guide("scaling"),
      guide("runtimes"),
      guide("bundling"),
      guide("performance"),
    ],
  },
  {
    text: "Stores",
    items: [
      ofPackage("store-sqlite", "SQLite"),
      guide("postgres"),
      ofPackage("store-sql", "What SQL stores share"),
    ],
  },
  {
    text: "Sandboxes",
    items: [
      ofPackage("sandbox-local", "Bubblewrap"),
      ofPackage("sandbox-docker", "Containers"),
      ofPackage("sandbox-interpreter", "Interpreter"),
      ofPackage("sandbox-ai-sdk", "Of the AI SDK's ecosystem"),
      ofPackage("sandbox-process", "What process sandboxes share"),
    ],
  },
  {
    text: "Files, models, tools",
    items: [
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
  {
    text: "Build on it",
    items: [
      guide("tools"),
      guide("extending"),
      guide("testing"),
      guide("adapter-volume"),
      guide("adapter-sandbox"),
      guide("remote-sandboxes"),
      guide("adapter-store"),
      guide("adapter-models"),
      item("ARCHITECTURE.md"),
      item("CONTRIBUTING.md"),
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
    "{api,bench,data,examples,scripts,tests}/**",
    "packages/*/!(README).md",
    "packages/*/{src,image}/**",
    "docs/plan.md",
  ],
  rewrites: pageOf,
  outDir: "./.vitepress/dist",
  cacheDir: "../.cache/vitepress",
  cleanUrls: true,
  markdown: { config: leadLinks },
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
