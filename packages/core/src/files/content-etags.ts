import { unlessGone, type Volume, type VolumeEntry } from "../ports/volume.ts";
import { sha256, sha256OfBytes } from "../runtime/hash.ts";
import { PACKED_FILE_BYTES } from "../snapshots/limits.ts";
import { contentId } from "../snapshots/tree.ts";

/** An entity tag that equal files have on every host. `content`: what `contentId` gives for it. */
export const contentEtag = ({ executable }: Pick<VolumeEntry, "executable">, content: string) =>
  sha256(`${executable} ${content}`);

const contentIdOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  contentId(bytes.length === 0 ? { chunks: [] } : { sha256: await sha256OfBytes(bytes), range: null });

/** The entry with the entity tag of its content. Large files, and one that changes or goes meanwhile, keep that of this host. */
export async function withContentEtag(files: Pick<Volume, "read">, entry: VolumeEntry): Promise<VolumeEntry> {
  if (entry.type !== "file" || entry.size > PACKED_FILE_BYTES) return entry;
  const read = await unlessGone(files.read(entry.path));
  if (read?.entry.etag !== entry.etag) {
    await read?.body.cancel();
    return entry;
  }
  const content = await contentIdOf(new Uint8Array(await new Response(read.body).arrayBuffer()));
  return { ...entry, etag: contentEtag(entry, content) };
}

type Read = Awaited<ReturnType<Volume["read"]>>;

/** What was read, with the entity tag of the content. */
export async function readWithContentEtag(files: Pick<Volume, "read">, { entry, body }: Read): Promise<Read> {
  try {
    return { entry: await withContentEtag(files, entry), body };
  } catch (error) {
    await body.cancel();
    throw error;
  }
}

/** The options of a write whose condition may have an entity tag of another host, with that of this host. */
export async function ownCondition<Options extends { readonly ifMatch?: string | null }>(
  files: Pick<Volume, "stat" | "read">,
  path: string,
  options: Options | undefined,
): Promise<Options | undefined> {
  if (typeof options?.ifMatch !== "string") return options;
  const entry = await files.stat(path);
  if (entry === null || entry.etag === options.ifMatch) return options;
  const { etag } = await withContentEtag(files, entry);
  return etag === options.ifMatch ? { ...options, ifMatch: entry.etag } : options;
}
