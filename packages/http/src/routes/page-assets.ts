import { content } from "../answer/answer.ts";
import { FAVICON } from "../pages/favicon.ts";
import { REFERENCE_SCRIPT } from "../pages/reference/script.ts";
import { REFERENCE_STYLE } from "../pages/reference/style.ts";
import { STYLE } from "../pages/style.ts";
import { defineRoute, type Route } from "../route.ts";

const CSS = "text/css; charset=utf-8";
export const JAVASCRIPT = "text/javascript; charset=utf-8";
const SVG = "image/svg+xml";

/** A file that pages load. It is the same for everyone, so it needs no credential. */
export function fileRoute(
  path: string,
  operationId: string,
  contentType: string,
  text: string,
  caching = "no-cache",
): Route {
  return defineRoute({
    method: "GET",
    path,
    operationId,
    tag: "Instance",
    summary: "Get a file of a page",
    access: "public",
    responses: { 200: { description: "The file." } },
    hidden: true,
    handler: async () => content(contentType, text, { "cache-control": caching }),
  });
}

const A_DAY = "public, max-age=86400";

export const pageAssetRoutes: readonly Route[] = [
  fileRoute("/pages.css", "getPagesStyle", CSS, STYLE),
  fileRoute("/favicon.svg", "getFavicon", SVG, FAVICON, A_DAY),
  // Browsers also request this for responses that are not pages.
  fileRoute("/favicon.ico", "getFallbackFavicon", SVG, FAVICON, A_DAY),
  fileRoute("/api/docs/reference.css", "getReferenceStyle", CSS, REFERENCE_STYLE),
  fileRoute("/api/docs/reference.js", "getReferenceScript", JAVASCRIPT, REFERENCE_SCRIPT),
];
