/** A static file with both compressed bodies in base64. */
export interface PackedFile {
  readonly contentType: string;
  readonly br: string;
  readonly gzip: string;
}

/**
 * The files of the app by path, each loaded on its first request. The build replaces this module; without a build,
 * there are no files.
 */
export const packedFiles: Readonly<Record<string, () => Promise<PackedFile>>> = {};
