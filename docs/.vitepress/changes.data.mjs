// What changed, for the page of changes: the changelogs of the packages, and the changes that are not in a release yet.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createMarkdownRenderer } from "vitepress";
import { ROOT } from "./pages.mjs";

const read = (file) => readFileSync(join(ROOT, file), "utf8");

export default {
  watch: ["../../.changeset/*.md", "../../packages/*/CHANGELOG.md"],
  async load() {
    const renderer = await createMarkdownRenderer(ROOT);
    // Links begin at the top of the repository.
    const render = (text) => renderer.render(text, { path: join(ROOT, "README.md") });
    const unreleased = globSync(".changeset/!(README).md", { cwd: ROOT }).map((file) => {
      const [, names = "", text = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(read(file)) ?? [];
      const packages = [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
      return { packages, html: render(text.trim()) };
    });
    const released = globSync("packages/*/CHANGELOG.md", { cwd: ROOT }).map((file) => render(read(file)));
    return {
      unreleased: unreleased.sort((one, other) => (one.packages[0] < other.packages[0] ? -1 : 1)),
      released,
    };
  },
};
