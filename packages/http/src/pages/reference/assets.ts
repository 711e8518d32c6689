import { REFERENCE_SCRIPT } from "./script.ts";
import { REFERENCE_STYLE } from "./style.ts";

export interface Asset {
  readonly contentType: string;
  readonly text: string;
  /** Changes with the content. */
  readonly version: string;
}

export type AssetName = "viewer.js" | "viewer.css" | "reference.js" | "reference.css";

export type Assets = Readonly<Record<AssetName, Asset>>;

let loading: Promise<Assets> | undefined;

/** The files of the reference. The viewer is loaded into memory on first use. */
export function referenceAssets(): Promise<Assets> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Assets> {
  const { VIEWER_SCRIPT, VIEWER_STYLE } = await import("./viewer.ts");
  return {
    "viewer.js": await asset("text/javascript", VIEWER_SCRIPT),
    "viewer.css": await asset("text/css", VIEWER_STYLE),
    "reference.js": await asset("text/javascript", REFERENCE_SCRIPT),
    "reference.css": await asset("text/css", REFERENCE_STYLE),
  };
}

async function asset(type: string, text: string): Promise<Asset> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const version = Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { contentType: `${type}; charset=utf-8`, text, version };
}

/** The path of a file. With a version, caches can store it forever. */
export function assetPath(name: AssetName, version: string): string {
  return `/api/docs/assets/${name}?v=${version}`;
}
