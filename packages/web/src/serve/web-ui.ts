import type { PackedFile } from "@workspace-agent/web/files";

/** Where the interface is mounted, and the settings that its page contains. */
export interface Mount {
  /** The path with a slash at its end: `/`, `/agents/`. */
  readonly base: string;
  readonly title: string;
  /** Whether the instance has its own sign-in page. */
  readonly signsIn: boolean;
}

export interface UiFile {
  readonly contentType: string;
  /** The name contains a hash of the content, so the file can be cached forever. */
  readonly isImmutable: boolean;
  readonly encodings: {
    readonly br: Uint8Array<ArrayBuffer>;
    readonly gzip: Uint8Array<ArrayBuffer>;
  };
}

export interface WebUi {
  /** The HTML page that is served at every path of the interface. */
  page(mount: Mount): Promise<string>;
  /** The file at a path below the mount, such as `assets/main-x1y2.js`, or null. */
  file(path: string): Promise<UiFile | null>;
}

/**
 * The web interface, for the `ui` option of a handler. Its files are modules that are loaded on the first request:
 * it needs no file system and uses no memory until somebody opens it.
 */
export function webUi(): WebUi {
  let shell: Promise<string> | undefined;
  return {
    async page(mount) {
      shell ??= readShell();
      return fillIn(await shell, mount);
    },
    async file(path) {
      const packed = await packedFile(path);
      if (packed === null) return null;
      return {
        contentType: packed.contentType,
        isImmutable: path.startsWith("assets/"),
        encodings: { br: bytesOf(packed.br), gzip: bytesOf(packed.gzip) },
      };
    },
  };
}

async function packedFile(path: string): Promise<PackedFile | null> {
  const { packedFiles } = await import("@workspace-agent/web/files");
  const load = Object.hasOwn(packedFiles, path) ? packedFiles[path] : undefined;
  return load === undefined ? null : await load();
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

async function readShell(): Promise<string> {
  const packed = await packedFile("index.html");
  if (packed === null) throw new Error("The web interface has not been built.");
  const stream = new Blob([bytesOf(packed.gzip)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).text();
}

/** Fills in the settings of the mount. */
function fillIn(html: string, { base, title, signsIn }: Mount): string {
  return html
    .replace('<base href="/"', () => `<base href="${escapeHtml(base)}"`)
    .replace(/(<meta name="application-name" content=")[^"]*/, (_, tag: string) => tag + escapeHtml(title))
    .replace(/(<title>)[^<]*/, (_, tag: string) => tag + escapeHtml(title))
    .replace(/(<meta name="sign-in" content=")[^"]*/, (_, tag: string) => tag + (signsIn ? "here" : "host"));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
