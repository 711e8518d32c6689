import { DomainError } from "../errors/domain-error.ts";

/** The key of a sealed volume, which names a folder on some hosts. */
export function checkSealedKey(key: string): string {
  if (!/^[a-z0-9]{1,64}$/.test(key))
    throw new DomainError("invalid_request", "The key of a sealed volume is 1 to 64 of a-z and 0-9.");
  return key;
}
