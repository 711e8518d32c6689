/** What the page was told of the instance that serves it. */

/** The path of the mount, without a slash at its end: empty for the root, `/agents`. */
export const basePath: string = new URL(document.baseURI).pathname.replace(/\/$/, "");

/** The name of the instance, as its host calls it. */
export const instanceName: string = metaContent("application-name") ?? "Workspace Agent";

/** Whether the instance signs people in itself; else the host that embeds it does. */
export const signsIn: boolean = metaContent("sign-in") !== "host";

/** The address of a page of the instance that is none of this interface's, such as `/api/docs`. */
export function instancePath(path: string): string {
  return basePath + path;
}

function metaContent(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
