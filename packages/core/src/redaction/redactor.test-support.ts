import { Redaction } from "./redact.ts";

export const redactor = (secrets: Readonly<Record<string, string>>) => new Redaction().redactor(secrets);
