import { fromBase64, toBase64 } from "../../runtime/base64.ts";
import { DomainError } from "../errors/domain-error.ts";

const IV_BYTES = 12;

/** Encrypts stored secrets with AES-256-GCM. The key is derived from the host's secret (HKDF, SHA-256). */
export class SecretBox {
  private readonly key: Promise<CryptoKey>;

  /** `secret` has any length, and is the same on all instances of one store. */
  constructor(secret: string) {
    this.key = crypto.subtle
      .importKey("raw", new TextEncoder().encode(secret), "HKDF", false, ["deriveKey"])
      .then((material) =>
        crypto.subtle.deriveKey(
          {
            name: "HKDF",
            hash: "SHA-256",
            salt: new Uint8Array(),
            info: new TextEncoder().encode("workspace-agent secrets v1"),
          },
          material,
          { name: "AES-GCM", length: 256 },
          false,
          ["encrypt", "decrypt"],
        ),
      );
  }

  /** `context` names the owner of the secret. It can only be opened with the same context. */
  async seal(value: string, context: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const additionalData = new TextEncoder().encode(context);
    const sealed = await crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData },
      await this.key,
      new TextEncoder().encode(value),
    );
    return toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
  }

  /** Throws `internal` if the secret was sealed with another key or context. */
  async open(sealed: string, context: string): Promise<string> {
    const additionalData = new TextEncoder().encode(context);
    try {
      const bytes = fromBase64(sealed);
      const opened = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv: bytes.slice(0, IV_BYTES), additionalData },
        await this.key,
        bytes.slice(IV_BYTES),
      );
      return new TextDecoder().decode(opened);
    } catch (cause) {
      throw new DomainError(
        "internal",
        "A stored secret cannot be decrypted. Check whether SECRET_KEY has changed.",
        {
          cause,
        },
      );
    }
  }
}
