import { checkObjectKey, type ObjectInfo, type ObjectPage } from "@workspace-agent/core/ports";
import { isUnavailable } from "./failures.ts";
import type { S3Client } from "./s3-client.ts";
import type { XmlElement } from "./xml.ts";

interface Listing {
  /** Of the store; the keys of the page lack it. */
  readonly root: string;
  readonly prefix: string;
  readonly after: string;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

function isKey(key: string): boolean {
  try {
    return checkObjectKey(key) === key;
  } catch {
    return false;
  }
}

function infoOf(entry: XmlElement, key: string): ObjectInfo {
  const size = Number(entry.text("Size") ?? NaN);
  const modifiedAt = Date.parse(entry.text("LastModified") ?? "");
  if (Number.isNaN(size) || Number.isNaN(modifiedAt))
    throw isUnavailable("gave a list without sizes or times");
  return { key, size, modifiedAt };
}

/** Keys of a list are encoded where the service says so. */
function keysOf(xml: XmlElement): readonly { readonly entry: XmlElement; readonly raw: string }[] {
  const isEncoded = xml.text("EncodingType") === "url";
  return xml.all("Contents").map((entry) => {
    const text = entry.text("Key") ?? "";
    return { entry, raw: isEncoded ? decodeURIComponent(text.replaceAll("+", " ")) : text };
  });
}

/** A page. What others have put into the bucket under names that are no keys is passed over. */
export async function listObjects(client: S3Client, listing: Listing): Promise<ObjectPage> {
  const { root, prefix, limit, signal } = listing;
  let after = listing.after === "" ? "" : root + listing.after;
  for (;;) {
    const { xml } = await client.call({
      method: "GET",
      query: {
        "list-type": "2",
        "encoding-type": "url",
        "max-keys": String(limit),
        prefix: root + prefix,
        ...(after !== "" && { "start-after": after }),
      },
      signal,
      isIdempotent: true,
    });
    if (xml?.name !== "ListBucketResult") throw isUnavailable("gave no list");
    const found = keysOf(xml);
    const objects = found
      .map(({ entry, raw }) => ({ entry, key: raw.slice(root.length) }))
      .filter(({ key }) => isKey(key))
      .map(({ entry, key }) => infoOf(entry, key));
    const last = found.at(-1)?.raw;
    const more = xml.text("IsTruncated") === "true" && last !== undefined;
    if (objects.length > 0 || !more) return { objects, more };
    after = last;
  }
}
