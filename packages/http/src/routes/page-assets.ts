import * as v from "valibot";
import { text, type Answer } from "../answer/answer.ts";
import { FAVICON } from "../pages/favicon.ts";
import { referenceAssets, type AssetName } from "../pages/reference/assets.ts";
import { STYLE } from "../pages/style.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, type Route } from "../route.ts";

const tag = "Instance";

const IMMUTABLE = "public, max-age=31536000, immutable";

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

function referenceAssetRoute(name: AssetName): Route {
  return defineRoute({
    method: "GET",
    path: `/api/docs/assets/${name}`,
    operationId: `getReferenceAsset:${name}`,
    tag,
    summary: "Get a file of the reference",
    access: "public",
    query: query({ v: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
    responses: { 200: { description: "The file." } },
    hidden: true,
    handler: async ({ query }) => {
      const asset = (await referenceAssets())[name];
      const isThisVersion = query.v === asset.version;
      return text(asset.contentType, asset.text, { "cache-control": isThisVersion ? IMMUTABLE : "no-cache" });
    },
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
  ...(["viewer.js", "viewer.css", "reference.js", "reference.css"] as const).map(referenceAssetRoute),
];
