/** What the page knows about the instance that serves it. */

/** The path under which the instance is mounted, without a trailing slash: empty for the root, or `/agents`. */
export const basePath: string = new URL(document.baseURI).pathname.replace(/\/$/, "");

export const instanceName: string = metaContent("application-name") ?? "Workspace Agent";

/** Whether users sign in to the instance itself; otherwise the host that embeds it signs them in. */
export const signsIn: boolean = metaContent("sign-in") !== "host";

/** The path of a page of the instance that is not part of this interface, such as `/api/docs`. */
export function instancePath(path: string): string {
  return basePath + path;
}

function metaContent(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
