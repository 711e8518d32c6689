import { DomainError } from "@workspace-agent/core";
import { decodePercent } from "./percent.ts";

/** The parameter whose value is a path and must be encoded. */
const PATH_PARAMETER = "path";

/**
 * Parses the raw query, because a lenient decoder would hide errors. Throws `path_not_encoded` for an unencoded `/` in a path, with the
 * correct URL from `urlOf`, `invalid_path` for a path with invalid escapes, and `invalid_request` for invalid escapes in other parameters and for
 * duplicate parameters.
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
        `Send the path as one URL-encoded value: ${urlOf(pieces.map(encoded).join("&"))}`,
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
  throw new DomainError(code, "The query contains percent escapes that are invalid or not UTF-8.");
}

function rawValue(piece: string): string {
  return piece.includes("=") ? piece.slice(piece.indexOf("=") + 1) : "";
}

function decodePlus(text: string): string | null {
  return decodePercent(text.replaceAll("+", " "));
}

/** The correct form of a parameter. */
function encoded(piece: string): string {
  const [name, value] = decoded(piece);
  return name === PATH_PARAMETER ? `${name}=${encodeURIComponent(value)}` : piece;
}
