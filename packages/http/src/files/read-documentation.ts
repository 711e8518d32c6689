import { DirectoryQuerySchema } from "@workspace-agent/core/internal";
import { DirectoryListingSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import type { LongRequest } from "../request/concurrency.ts";
import { query } from "../request/query-spec.ts";
import { jsonResponse } from "../route.ts";
import { pathParameter } from "./path-parameter.ts";
import { ZIP } from "./zip-answer.ts";

const long = (): LongRequest => "reads";

/** What all routes that read a file have in common. */
export const READ_FILE = {
  method: "GET",
  description:
    "Streams the content of the file. A directory returns 400. Supports one byte range and conditional requests (RFC 9110). Response headers prevent browsers from running the content.",
  query: query({ path: pathParameter }),
  headers: ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "Range", "If-Range"],
  responses: {
    200: {
      description: "The content of the file.",
      headers: ["ETag", "Last-Modified", "Content-Disposition", "Accept-Ranges"],
      content: { "*/*": "binary" },
    },
    206: {
      description: "The requested range.",
      headers: ["ETag", "Last-Modified", "Content-Disposition", "Accept-Ranges", "Content-Range"],
      content: { "*/*": "binary" },
    },
    304: {
      description: "The file has not changed.",
      headers: ["ETag", "Last-Modified"],
    },
  },
  long,
} as const;

/** What all routes that list a directory have in common. */
export const LIST_DIRECTORY = {
  method: "GET",
  description:
    "Entries are sorted by name, or by path with `recursive`. Without `path`, the root is listed. A search with `q` stops after 200,000 entries and sets `truncated`.",
  query: query({ path: v.optional(pathParameter, ""), ...DirectoryQuerySchema.entries }),
  responses: {
    200: jsonResponse("The entries. `truncated` is true if there are more.", DirectoryListingSchema),
  },
  long,
} as const;

/** What all routes that download a directory have in common. */
export const DOWNLOAD_ZIP = {
  method: "GET",
  description:
    "The zip is created while it is sent, so the response has no `Content-Length`. Symbolic links are stored as links; links that could lead out of the directory (absolute, or with a `..` that is not at the start or goes above it) are left out. A hard link is stored as a separate file. Without `path`, the root is downloaded.",
  query: query({ path: v.optional(pathParameter, "") }),
  responses: {
    200: {
      description: "The zip. If the connection breaks, the zip is incomplete.",
      headers: ["Content-Disposition"],
      content: { [ZIP]: "binary" },
    },
  },
  long,
} as const;
