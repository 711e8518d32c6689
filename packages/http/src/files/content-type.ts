import { Mime } from "mime";
import otherTypes from "mime/types/other.js";
import standardTypes from "mime/types/standard.js";

/** Here `.ts` is a program far more often than a video. */
const types = new Mime(standardTypes, otherTypes).define(
  { "text/typescript": ["ts", "tsx", "mts", "cts"], "text/plain": ["log", "lock"] },
  true,
);

/** The media type for a file name; unknown ones are bytes. */
export function contentTypeOf(name: string): string {
  const type = types.getType(name) ?? "application/octet-stream";
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

/** Types that browsers display without running anything. */
const SHOWN =
  /^(?:text\/plain|application\/json|application\/pdf|image\/(?:png|jpeg|gif|webp|avif)|(?:audio|video)\/[a-z0-9.+-]+)(?:;|$)/;

const ISOLATED = {
  "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Headers that prevent a file from acting as a page of this origin: no sniffing, no scripts, an opaque origin, and a download for types
 * that are not safe to display.
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

/** Headers of a file that is always downloaded under this name. */
export function asDownload(name: string): Readonly<Record<string, string>> {
  return { ...ISOLATED, "content-disposition": `attachment; ${fileName(name)}` };
}

/** RFC 6266: an ASCII fallback and the exact name. */
function fileName(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${exact}`;
}
