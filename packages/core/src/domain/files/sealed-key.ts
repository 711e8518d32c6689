import { DomainError } from "../errors/domain-error.ts";

/** Checks the key of a sealed volume, which is a folder name on some hosts. */
export function checkSealedKey(key: string): string {
  if (!/^[a-z0-9]{1,64}$/.test(key))
    throw new DomainError(
      "invalid_request",
      "The key of a sealed volume must be 1 to 64 characters of a-z and 0-9.",
    );
  return key;
}
