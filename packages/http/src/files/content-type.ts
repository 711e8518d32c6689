import { Mime } from "mime";
import otherTypes from "mime/types/other.js";
import standardTypes from "mime/types/standard.js";

/** `.ts` is far more often a program than a video here. */
const types = new Mime(standardTypes, otherTypes).define(
  { "text/typescript": ["ts", "tsx", "mts", "cts"], "text/plain": ["log", "lock"] },
  true,
);

/** The media type of a file by its name; what is unknown is bytes. */
export function contentTypeOf(name: string): string {
  const type = types.getType(name) ?? "application/octet-stream";
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

/** What a browser shows without running anything of it. */
const SHOWN =
  /^(?:text\/plain|application\/json|application\/pdf|image\/(?:png|jpeg|gif|webp|avif)|(?:audio|video)\/[a-z0-9.+-]+)(?:;|$)/;

const ISOLATED = {
  "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Headers that keep a file that an agent wrote from acting as a page of this origin: no sniffing, no script, an
 * origin of its own, and a download for everything that is not plainly shown.
 */
export function safeDelivery(name: string): {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const contentType = contentTypeOf(name);
  return {
    contentType,
    headers: {
      ...ISOLATED,
      "content-disposition": `${SHOWN.test(contentType) ? "inline" : "attachment"}; ${fileName(name)}`,
    },
  };
}

/** The headers of a file that is only ever downloaded, under this name. */
export function asDownload(name: string): Readonly<Record<string, string>> {
  return { ...ISOLATED, "content-disposition": `attachment; ${fileName(name)}` };
}

/** RFC 6266: a plain fall-back and the exact name. */
function fileName(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${exact}`;
}
