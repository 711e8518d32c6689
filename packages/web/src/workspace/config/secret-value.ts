import { isRecord } from "../../api/parse-config.ts";

/** The value of an environment variable or a header. */
export interface SecretValue {
  readonly value: string;
  readonly isSecret: boolean;
  /** A secret whose value only the server has. */
  readonly isStored: boolean;
}

export function parseValue(value: unknown): SecretValue {
  if (!isRecord(value)) return { value: String(value), isSecret: false, isStored: false };
  const text = typeof value["value"] === "string" ? value["value"] : null;
  return { value: text ?? "", isSecret: true, isStored: text === null };
}

export function formatValue({ value, isSecret, isStored }: SecretValue): unknown {
  if (!isSecret) return value;
  return isStored ? { secret: true } : { value, secret: true };
}
