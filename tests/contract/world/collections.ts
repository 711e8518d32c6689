import type { Pick } from "../generate/pick.ts";
import type { OpenApi } from "../openapi/document.ts";
import { IMAGES, MAKERS, QUEUED, REQUESTS } from "./makers.ts";
import type { WireAnswer } from "./send.ts";

type Ask = (method: string, target: string, json?: unknown) => Promise<WireAnswer>;
type Listed = Readonly<Record<string, unknown>>;

/** The list of a volume's paths, by the address of one of its operations. */
export function listingOf(path: string): string {
  return path
    .replace(/\/agent\/(afs-)?(files|dirs|move)\b.*/, "/agent/$1dirs")
    .replace(/(\/snapshots\/\{snapshot_id\})\/(files|zip)$/, "$1/dirs");
}

/** What exists in an instance, by its own lists; if a list is empty, something is created. */
export class Collections {
  readonly #known = new Map<string, readonly Listed[]>();
  #made = 0;

  constructor(
    private readonly document: OpenApi,
    private readonly ask: Ask,
    /** Ids that no request may touch. */
    private readonly kept: ReadonlySet<string>,
  ) {}

  /** Something may have changed. */
  forget(): void {
    this.#known.clear();
  }

  /** The value of a pick: undefined if there is none; for paths, one that does not exist. */
  async resolve(pick: Pick, bound: Readonly<Record<string, string>>): Promise<unknown> {
    const { source, member, at, status } = pick;
    if (member === "path") {
      const paths = await this.#paths(source, bound);
      return paths[at % Math.max(1, paths.length)]?.["path"] ?? "none";
    }
    const all = await this.#list(source, bound);
    const list = status === undefined ? all : all.filter((item) => item["status"] === status);
    return list[at % Math.max(1, list.length)]?.[member];
  }

  /** The `ETag` at an address, or undefined. */
  async etagAt(target: string): Promise<string | undefined> {
    return (await this.ask("GET", target)).headers.get("etag") ?? undefined;
  }

  /** The cursor of the second page of a list, or undefined. */
  async cursorOf(target: string): Promise<string | undefined> {
    const { headers } = await this.ask("GET", `${target}${target.includes("?") ? "&" : "?"}limit=1`);
    return /[?&]cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1];
  }

  async #list(template: string, bound: Readonly<Record<string, string>>): Promise<readonly Listed[]> {
    const isWithin = [REQUESTS, IMAGES, QUEUED].includes(template);
    if (!isWithin && this.document.paths[template.replace(/\?.*/, "")]?.["get"] === undefined) return [];
    const target = filled(template, bound);
    const known = this.#known.get(target);
    if (known !== undefined) return known;
    let found = await this.#fetch(target);
    const make = MAKERS[template];
    if (found.length === 0 && make !== undefined) {
      await make(
        async (method, path, json) => await this.ask(method, filled(path, bound), json),
        ++this.#made,
        bound,
      );
      // Other lists may have changed too.
      this.forget();
      found = await this.#fetch(target);
    }
    this.#known.set(target, found);
    return found;
  }

  async #fetch(target: string): Promise<readonly Listed[]> {
    if (/\/images$/.test(target)) return await this.#imagesOf(target);
    if (/\/turns\/queued$/.test(target)) {
      const turns = await this.#fetch(target.replace(/\/queued$/, ""));
      return turns.filter(({ status }) => status === "queued");
    }
    const isRequests = /\/sessions\/[^/]+\/requests$/.test(target);
    const address = isRequests
      ? target.replace(/\/requests$/, "")
      : `${target}${target.includes("?") ? "&" : "?"}limit=500`;
    const answer = await this.ask("GET", address);
    const value: unknown = answer.status === 200 ? JSON.parse(answer.text) : [];
    const member = isRequests ? "pending_requests" : "entries";
    const items = Array.isArray(value) ? value : (value as Listed)[member];
    return (Array.isArray(items) ? (items as Listed[]) : []).filter(({ id }) => !this.kept.has(String(id)));
  }

  /** By the hashes in a session's messages. */
  async #imagesOf(target: string): Promise<readonly Listed[]> {
    const [, workspace = "", session = ""] = /^(.*)\/sessions\/([^/]+)\/images$/.exec(target) ?? [];
    const { text } = await this.ask("GET", `${workspace}/messages?session_id=${session}&limit=500`);
    return [...text.matchAll(/"blob":"(\w+)"/g)].map(([, id]) => ({ id }));
  }

  /** Files at `…/files`, directories at `…/dirs`; those of a skill are in the skill. */
  async #paths(template: string, bound: Readonly<Record<string, string>>): Promise<readonly Listed[]> {
    const listing = listingOf(template);
    if (listing === template && !/\/agent\/|\/snapshots\//.test(template)) {
      const { text, status } = await this.ask("GET", filled(template.replace(/\/files$/, ""), bound));
      const { files } = (status === 200 ? JSON.parse(text) : {}) as { files?: readonly Listed[] };
      return files ?? [];
    }
    const entries = await this.#list(`${listing}?recursive=true`, bound);
    const wanted = /-?(files|move)\b/.test(template) ? "file" : "dir";
    return entries.filter(({ type }) => type === wanted);
  }
}

/** An address with its parameters filled in, each as one segment. */
export function filled(template: string, bound: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(bound[name] ?? "none"));
}
