/** What an interface's page is told of the place where it is served. */
export interface InterfaceMount {
  /** The path of the mount with a slash at its end: `/`, `/agents/`. */
  readonly base: string;
  readonly title: string;
  /** Whether this handler signs people in itself; else the host does. */
  readonly signsIn: boolean;
}

export interface InterfaceFile {
  readonly contentType: string;
  /** Its name holds its hash: whoever has it may keep it for good. */
  readonly isImmutable: boolean;
  readonly encodings: {
    readonly br: Uint8Array<ArrayBuffer>;
    readonly gzip: Uint8Array<ArrayBuffer>;
  };
}

/** A web interface of static files that uses the REST API: `webUi()` of `@workspace-agent/web`, or a host's own. */
export interface WebInterface {
  /** The one page that is shown at every address which is no route, as HTML without anything inline. */
  page(mount: InterfaceMount): Promise<string>;
  /** The file at a path below the mount, such as `assets/main-x1y2.js`; null: there is none. */
  file(path: string): Promise<InterfaceFile | null>;
}
