import { withErrors } from "@workspace-agent/core/internal";
import { content, type Answer } from "../answer/answer.ts";
import type { RequestContext } from "../request/request-context.ts";
import { asDownload } from "./content-type.ts";

export const ZIP = "application/zip";

/** A directory as a zip that is created while it is sent. */
export function zipAnswer(
  context: RequestContext,
  { name, body }: { readonly name: string; readonly body: () => ReadableStream<Uint8Array> },
): Answer {
  // HEAD packs nothing, and like GET it sends no `Content-Length`.
  const zip = context.request.method === "HEAD" ? new ReadableStream<Uint8Array>() : body();
  const brokenOff = (error: unknown) => {
    context.report(error);
    return error;
  };
  return content(ZIP, withErrors(zip, brokenOff), asDownload(name));
}
