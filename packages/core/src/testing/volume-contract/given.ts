import { DomainError } from "../../domain/errors/domain-error.ts";
import type {
  CompleteVolumeProvider,
  ReadOptions,
  Volume,
  VolumeProvider,
  VolumeQuota,
} from "../../ports/volume.ts";

/** What the suites run on, valid within tests. `aVolume` is a new workspace's. */
export interface Given<Provider extends VolumeProvider = VolumeProvider> {
  readonly provider: () => Provider;
  readonly aVolume: (quota?: VolumeQuota) => ReturnType<Provider["workspace"]>;
}

/** For the suites of parts, which run on volumes that have them. */
export type CompleteGiven = Given<CompleteVolumeProvider>;

/** What the smallest file takes of a disk. Sizes that are multiples of it are counted alike in memory and on disks. */
export const BLOCK_BYTES = 4_096;

/** The content of a file of so many blocks. */
export const blocks = (count: number) => new Uint8Array(count * BLOCK_BYTES).fill(120);

let last = 0;

/** A name that no other test uses. */
export const unique = (prefix: string) => `${prefix}_${(++last).toString(36)}`;

export const bytes = (text: string) => new TextEncoder().encode(text);

/** A body that gives its chunks one at a time and then ends, or fails. */
export function streamOf(
  chunks: Iterable<Uint8Array | string>,
  options: { readonly failure?: Error; readonly onCancel?: () => void } = {},
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const next = iterator.next();
      if (next.done !== true)
        controller.enqueue(typeof next.value === "string" ? bytes(next.value) : next.value);
      else if (options.failure !== undefined) controller.error(options.failure);
      else controller.close();
    },
    cancel: () => options.onCancel?.(),
  });
}

/** A body whose chunks come when the test says so. */
export function heldBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return {
    body: readable,
    give: (text: string) => writer.write(bytes(text)),
    end: () => writer.close(),
    fail: (error: Error) => writer.abort(error),
  };
}

export async function textOf(volume: Volume, path: string, options?: ReadOptions): Promise<string> {
  const { body } = await volume.read(path, options);
  return new Response(body).text();
}

/** Every path below the root, directories with a slash. */
export async function tree(volume: Volume): Promise<string[]> {
  const { entries } = await volume.list("", { recursive: true });
  return entries.map(({ path, type }) => (type === "dir" ? `${path}/` : path));
}

/** The code that a call is refused with, or `ok`. Other errors are thrown on. */
export async function codeOf(call: Promise<unknown>): Promise<DomainError["code"] | "ok"> {
  try {
    await call;
    return "ok";
  } catch (error) {
    if (DomainError.isInstance(error)) return error.code;
    throw error;
  }
}
