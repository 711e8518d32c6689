import { StreamLanguage, type LanguageSupport, type StreamParser } from "@codemirror/language";
import type { Extension } from "@codemirror/state";

type Load = () => Promise<Extension>;

const script = (options: { readonly typescript?: boolean; readonly jsx?: boolean }): Load => {
  return async () => (await import("@codemirror/lang-javascript")).javascript(options);
};
const legacy = (load: () => Promise<StreamParser<unknown>>): Load => {
  return async () => StreamLanguage.define(await load());
};
const full = (load: () => Promise<LanguageSupport>): Load => load;

const css = full(async () => (await import("@codemirror/lang-css")).css());
const html = full(async () => (await import("@codemirror/lang-html")).html());
const markdown = full(async () => (await import("@codemirror/lang-markdown")).markdown());
const json = full(async () => (await import("@codemirror/lang-json")).json());
const yaml = full(async () => (await import("@codemirror/lang-yaml")).yaml());
const xml = full(async () => (await import("@codemirror/lang-xml")).xml());
const cpp = full(async () => (await import("@codemirror/lang-cpp")).cpp());
const python = full(async () => (await import("@codemirror/lang-python")).python());
const shell = legacy(async () => (await import("@codemirror/legacy-modes/mode/shell")).shell);
const toml = legacy(async () => (await import("@codemirror/legacy-modes/mode/toml")).toml);
const ini = legacy(async () => (await import("@codemirror/legacy-modes/mode/properties")).properties);
const docker = legacy(async () => (await import("@codemirror/legacy-modes/mode/dockerfile")).dockerFile);
const ruby = legacy(async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby);
const lua = legacy(async () => (await import("@codemirror/legacy-modes/mode/lua")).lua);
const diff = legacy(async () => (await import("@codemirror/legacy-modes/mode/diff")).diff);

const BY_ENDING: Readonly<Record<string, Load>> = {
  js: script({}),
  mjs: script({}),
  cjs: script({}),
  jsx: script({ jsx: true }),
  ts: script({ typescript: true }),
  mts: script({ typescript: true }),
  cts: script({ typescript: true }),
  tsx: script({ typescript: true, jsx: true }),
  json,
  jsonc: json,
  ndjson: json,
  webmanifest: json,
  css,
  html,
  htm: html,
  vue: html,
  svelte: html,
  md: markdown,
  markdown,
  mdx: markdown,
  yaml,
  yml: yaml,
  xml,
  svg: xml,
  py: python,
  pyi: python,
  rs: async () => (await import("@codemirror/lang-rust")).rust(),
  go: async () => (await import("@codemirror/lang-go")).go(),
  java: async () => (await import("@codemirror/lang-java")).java(),
  sql: async () => (await import("@codemirror/lang-sql")).sql(),
  c: cpp,
  h: cpp,
  cc: cpp,
  cpp,
  hpp: cpp,
  sh: shell,
  bash: shell,
  zsh: shell,
  toml,
  ini,
  conf: ini,
  env: ini,
  properties: ini,
  rb: ruby,
  lua,
  diff,
  patch: diff,
};

const BY_NAME: Readonly<Record<string, Load>> = {
  dockerfile: docker,
  containerfile: docker,
  gemfile: ruby,
  rakefile: ruby,
  ".bashrc": shell,
  ".profile": shell,
  ".editorconfig": ini,
  ".npmrc": ini,
  ".gitconfig": ini,
};

/** What loads the language of a file by its name; null: it is shown as plain text. */
export function languageOf(path: string): Load | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const found = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (found !== undefined) return found;
  if (name.startsWith(".env")) return ini;
  return (Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined) ?? null;
}
