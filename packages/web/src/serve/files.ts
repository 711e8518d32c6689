/** A static file as the build packs it, twice: both bodies in base64. */
export interface PackedFile {
  readonly contentType: string;
  readonly br: string;
  readonly gzip: string;
}

/**
 * The files of the app by their paths, each loaded when it is asked for. The build puts its own in this module's
 * place; where the interface has not been built there are none.
 */
export const packedFiles: Readonly<Record<string, () => Promise<PackedFile>>> = {};
