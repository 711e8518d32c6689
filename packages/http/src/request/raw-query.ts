import { DomainError } from "@workspace-agent/core";
import { decodePercent } from "./percent.ts";

/** The parameter that carries a path, whose slashes have to be encoded (API.md section 1). */
const PATH_PARAMETER = "path";

/**
 * Query parameters by name, from the raw query: a decoder that fixes what is broken would hide it. Throws
 * `path_not_encoded` for a raw `/` in a path, with the right URL made by `urlOf`, `invalid_path` for a path
 * whose escapes are broken, and `invalid_request` for the same of another parameter, or one given twice.
 */
export function parseQuery(raw: string, urlOf: (query: string) => string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  if (raw === "") return parameters;
  const pieces = raw.split("&").filter((piece) => piece !== "");
  for (const piece of pieces) {
    const [name, value] = decoded(piece);
    if (name === PATH_PARAMETER && rawValue(piece).includes("/")) {
      throw new DomainError(
        "path_not_encoded",
        `A path is sent as one URL-encoded value: ${urlOf(pieces.map(encoded).join("&"))}`,
      );
    }
    if (parameters.has(name)) {
      throw new DomainError("invalid_request", `The query parameter ${name} is given more than once.`);
    }
    parameters.set(name, value);
  }
  return parameters;
}

function decoded(piece: string): readonly [string, string] {
  const name = decodePlus(piece.includes("=") ? piece.slice(0, piece.indexOf("=")) : piece);
  const value = decodePlus(rawValue(piece));
  if (name !== null && value !== null) return [name, value];
  const code = name === PATH_PARAMETER ? "invalid_path" : "invalid_request";
  throw new DomainError(code, "The query holds percent escapes that are broken or not UTF-8.");
}

function rawValue(piece: string): string {
  return piece.includes("=") ? piece.slice(piece.indexOf("=") + 1) : "";
}

function decodePlus(text: string): string | null {
  return decodePercent(text.replaceAll("+", " "));
}

/** A piece as it should have been sent. */
function encoded(piece: string): string {
  const [name, value] = decoded(piece);
  return name === PATH_PARAMETER ? `${name}=${encodeURIComponent(value)}` : piece;
}
