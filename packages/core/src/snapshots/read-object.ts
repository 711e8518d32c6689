import { DomainError } from "../domain/errors/domain-error.ts";
import type { CallOptions, ObjectStore } from "../ports/object-store.ts";
import type { ReadOptions } from "../ports/volume.ts";
import { damaged } from "./failures.ts";

/** All bytes of an object, or of a range of it; null where there is no object. One that does not have the range is `object_corrupt`. */
export type ReadObject = (
  key: string,
  range: Required<ReadOptions> | null,
) => Promise<Uint8Array<ArrayBuffer> | null>;

/** Reads the objects of a store. */
export function readFrom(objects: Pick<ObjectStore, "get">, options: CallOptions = {}): ReadObject {
  return async (key, range) => {
    try {
      const found = await objects.get(key, range === null ? options : { ...options, range });
      if (found === null) return null;
      const bytes = await new Response(found.body).bytes();
      if (range !== null && bytes.length !== range.end - range.start + 1)
        throw damaged("an object is cut off.");
      return bytes;
    } catch (error) {
      const isCutOff = DomainError.isInstance(error) && error.code === "range_not_satisfiable";
      throw isCutOff ? damaged("an object is cut off.", error) : error;
    }
  };
}
