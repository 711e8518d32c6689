/** Where and how the page is served. */
export interface InterfaceMount {
  /** The mount path, ending with a slash: `/`, `/agents/`. */
  readonly base: string;
  readonly title: string;
  /** Whether this handler signs people in; otherwise the host does. */
  readonly signsIn: boolean;
}

export interface InterfaceFile {
  readonly contentType: string;
  /** The name contains a hash of the content, so caches can store it forever. */
  readonly isImmutable: boolean;
  readonly encodings: {
    readonly br: Uint8Array<ArrayBuffer>;
    readonly gzip: Uint8Array<ArrayBuffer>;
  };
}

/** A web interface of static files that uses the REST API: `webUi()` of `@workspace-agent/web`, or your own. */
export interface WebInterface {
  /** The page for every address that is not a route, as HTML without inline scripts or styles. */
  page(mount: InterfaceMount): Promise<string>;
  /** The file at a path below the mount, such as `assets/main-x1y2.js`, or null. */
  file(path: string): Promise<InterfaceFile | null>;
}
