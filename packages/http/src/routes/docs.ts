import { ERROR_CODES } from "@workspace-agent/core";
import * as v from "valibot";
import { content, json } from "../answer/answer.ts";
import { ErrorCodeSchema } from "../answer/problem-schema.ts";
import type { OpenApiDocument } from "../openapi-document.ts";
import { errorsPage } from "../pages/errors-page.ts";
import { page } from "../pages/page-answer.ts";
import { SIGN_IN_SCRIPT, signInPage } from "../pages/sign-in-page.ts";
import { referencePage } from "../pages/reference/page.ts";
import { prefers } from "../headers/accept.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";
import { fileRoute, JAVASCRIPT, pageAssetRoutes } from "./page-assets.ts";

const tag = "Instance";

export const ErrorCodeEntrySchema = v.strictObject({
  code: ErrorCodeSchema,
  status: v.pipe(v.number(), v.integer()),
  title: v.string(),
  help: v.string(),
  retryable: v.boolean(),
});

const errorCodes = Object.entries(ERROR_CODES).map(([code, entry]) => ({ code, ...entry }));

export const docsRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/docs",
    operationId: "getReference",
    tag,
    summary: "Get the API reference",
    access: "any-credential",
    responses: {
      200: { description: "An HTML page without external resources.", content: { "text/html": "text" } },
    },
    handler: async ({ context }) => {
      const { addresses, settings, openApi } = context.app;
      const home = settings.ui === null ? null : addresses.path("/");
      return page(referencePage({ document: JSON.parse(openApi()) as OpenApiDocument, addresses, home }));
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/docs/openapi.json",
    operationId: "getOpenApi",
    tag,
    summary: "Get the OpenAPI document",
    description: "Generated from the routes of this instance.",
    access: "any-credential",
    responses: {
      200: jsonResponse("OpenAPI 3.1.", v.looseObject({ openapi: v.string() })),
    },
    handler: async ({ context }) => content("application/json", context.app.openApi()),
  }),
  defineRoute({
    method: "GET",
    path: "/api/docs/errors",
    operationId: "listErrorCodes",
    tag,
    summary: "List the error codes",
    description: "Returns an HTML page, or JSON with `Accept: application/json`.",
    access: "any-credential",
    responses: {
      200: {
        description: "The error codes with their meaning and how to handle them.",
        content: { "text/html": "text", "application/json": v.array(ErrorCodeEntrySchema) },
      },
    },
    handler: async ({ context }) =>
      prefers(context.header("accept"), "application/json", "text/html")
        ? json(200, errorCodes, { vary: "accept" })
        : page(errorsPage(context.app.addresses, context.app.settings.title), { vary: "accept" }),
  }),
  ...pageAssetRoutes,
];

/** The page that browsers without a credential are sent to; only served if this instance signs people in. */
export const signInPageRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/sign-in",
    operationId: "getSignInPage",
    tag,
    summary: "The sign-in page",
    access: "public",
    query: query({ next: v.optional(v.string()), code: v.optional(v.string()) }),
    responses: { 200: { description: "A page.", content: { "text/html": "text" } } },
    hidden: true,
    handler: async ({ context }) =>
      page(signInPage(context.app.addresses, context.app.settings.title), {}, { form: true }),
  }),
  fileRoute("/sign-in.js", "getSignInScript", JAVASCRIPT, SIGN_IN_SCRIPT),
];
