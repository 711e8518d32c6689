import { DomainError } from "../domain/errors/domain-error.ts";
import type { CallOptions, ObjectContent, ObjectStore } from "../ports/object-store.ts";
import type { ReadOptions } from "../ports/volume.ts";
import { FixedPieces } from "../runtime/fixed-pieces.ts";
import { damaged } from "./failures.ts";

type Range = Required<ReadOptions>;

/** All bytes of an object, or of a range of it; null where there is no object. One that does not have the range is `object_corrupt`. */
export type ReadObject = (key: string, range: Range | null) => Promise<Uint8Array<ArrayBuffer> | null>;

async function bytesOf({ size, body }: ObjectContent, range: Range | null): Promise<Uint8Array<ArrayBuffer>> {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const pieces = new FixedPieces(body);
  const bytes = await pieces.next(Math.min(end + 1, size) - start);
  await pieces.cancel();
  if (bytes.length !== end + 1 - start) throw damaged("an object is cut off.");
  return bytes;
}

/** Reads the objects of a store. */
export function readFrom(objects: Pick<ObjectStore, "get">, options: CallOptions = {}): ReadObject {
  return async (key, range) => {
    try {
      const found = await objects.get(key, range === null ? options : { ...options, range });
      return found && (await bytesOf(found, range));
    } catch (error) {
      const isCutOff = DomainError.isInstance(error) && error.code === "range_not_satisfiable";
      throw isCutOff ? damaged("an object is cut off.", error) : error;
    }
  };
}
