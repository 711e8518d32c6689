import { DomainError } from "@workspace-agent/core";
import { content, empty, type Answer } from "../answer/answer.ts";
import { isNotModified, quoted } from "../conditions/etag.ts";
import { page } from "./page-answer.ts";
import { identify } from "../credentials/identify.ts";
import { namesType } from "../headers/accept.ts";
import type { RequestContext } from "../request/request-context.ts";
import { prefersCoding } from "../headers/prefers-coding.ts";
import type { InterfaceFile, WebInterface } from "../options/web-interface.ts";

const KEPT = "public, max-age=31536000, immutable";

/** Paths of the API and of programs, which are never pages of the interface. */
const NO_PAGE = /^\/(api|mcp|metrics|healthz|readyz|assets)(\/|$)/;

/**
 * What the interface serves at a path that is not a route: a file, or its page for a browser; otherwise null. Both are public, but browsers
 * without a credential are redirected to sign-in, so that the page does not have to check.
 */
export async function interfaceAnswer(context: RequestContext): Promise<Answer | null> {
  const { settings, addresses } = context.app;
  const { ui } = settings;
  const { method } = context.request;
  const isHome = context.target.path === addresses.path("/") || context.target.path === addresses.prefix;
  const path = isHome ? "/" : context.path;
  if (path === null || ui === null || (method !== "GET" && method !== "HEAD")) return null;
  if (path.startsWith("/assets/")) return await fileAnswer(context, ui, path.slice(1));
  if (NO_PAGE.test(path) || !namesType(context.header("accept"), "text/html")) return null;
  if (path !== "/sign-in" && settings.authenticate === undefined) await identify(context);
  return await pageAnswer(context, ui);
}

async function pageAnswer(context: RequestContext, ui: WebInterface): Promise<Answer> {
  const { settings, addresses } = context.app;
  const html = await ui.page({
    base: addresses.path("/"),
    title: settings.title,
    signsIn: settings.authenticate === undefined,
  });
  const etag = await hashOf(html);
  const headers = { etag: quoted(etag), "cache-control": "no-cache", vary: "accept" };
  if (isNotModified(context.header("if-none-match"), etag)) return empty(304, headers);
  return page(html, headers, { app: true });
}

async function fileAnswer(context: RequestContext, ui: WebInterface, path: string): Promise<Answer> {
  const file = await ui.file(path);
  if (file === null) throw new DomainError("not_found", "The web interface has no such file.");
  const headers = {
    "cache-control": file.isImmutable ? KEPT : "no-cache",
    vary: "accept-encoding",
  };
  const coding = prefersCoding(context.header("accept-encoding"), ["br", "gzip"]);
  if (coding === null) return content(file.contentType, unpacked(file), headers);
  return content(file.contentType, file.encodings[coding], { ...headers, "content-encoding": coding });
}

function unpacked({ encodings }: InterfaceFile): ReadableStream<Uint8Array> {
  return new Blob([encodings.gzip]).stream().pipeThrough(new DecompressionStream("gzip"));
}

async function hashOf(html: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(html));
  return Array.from(new Uint8Array(digest, 0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
