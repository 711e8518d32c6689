import { text, type Answer } from "../answer/answer.ts";
import { FAVICON } from "../pages/favicon.ts";
import { REFERENCE_SCRIPT } from "../pages/reference/script.ts";
import { REFERENCE_STYLE } from "../pages/reference/style.ts";
import { STYLE } from "../pages/style.ts";
import { defineRoute, type Route } from "../route.ts";

const tag = "Instance";

/** The files that the pages load. They are the same for everyone, so they need no credential. */
function fileRoute(path: string, operationId: string, answer: () => Answer): Route {
  return defineRoute({
    method: "GET",
    path,
    operationId,
    tag,
    summary: "Get a file of a page",
    access: "public",
    responses: { 200: { description: "The file." } },
    hidden: true,
    handler: async () => answer(),
  });
}

const icon = () => text("image/svg+xml", FAVICON, { "cache-control": "public, max-age=86400" });

export const pageAssetRoutes: readonly Route[] = [
  fileRoute("/pages.css", "getPagesStyle", () =>
    text("text/css; charset=utf-8", STYLE, { "cache-control": "no-cache" }),
  ),
  fileRoute("/favicon.svg", "getFavicon", icon),
  // Browsers also request this for responses that are not pages.
  fileRoute("/favicon.ico", "getFallbackFavicon", icon),
  fileRoute("/api/docs/reference.css", "getReferenceStyle", () =>
    text("text/css; charset=utf-8", REFERENCE_STYLE, { "cache-control": "no-cache" }),
  ),
  fileRoute("/api/docs/reference.js", "getReferenceScript", () =>
    text("text/javascript; charset=utf-8", REFERENCE_SCRIPT, { "cache-control": "no-cache" }),
  ),
];
