import { refusedArchive } from "../refusals.ts";

/** The fields of an extended header that matter here; null where they are absent. */
export interface PaxFields {
  readonly path: Uint8Array | null;
  readonly linkPath: Uint8Array | null;
  readonly size: number | null;
  readonly isSparse: boolean;
}

const SPACE = 32;
const EQUALS = 61;
const NEWLINE = 10;

const decoder = new TextDecoder();

const broken = () => refusedArchive("is damaged: an extended header cannot be read");

function* records(bytes: Uint8Array): Generator<readonly [key: string, value: Uint8Array]> {
  for (let offset = 0; offset < bytes.length;) {
    const space = bytes.indexOf(SPACE, offset);
    const digits =
      space === -1 ? "" : String.fromCharCode(...bytes.subarray(offset, Math.min(space, offset + 12)));
    const end = offset + Number(digits);
    const equals = bytes.indexOf(EQUALS, space);
    if (!/^[1-9]\d*$/.test(digits) || end > bytes.length || equals === -1 || equals >= end) throw broken();
    if (bytes[end - 1] !== NEWLINE) throw broken();
    yield [decoder.decode(bytes.subarray(space + 1, equals)), bytes.slice(equals + 1, end - 1)];
    offset = end;
  }
}

/** Reads an extended header (pax). Other fields, such as times and owners, are ignored. */
export function parsePax(bytes: Uint8Array): PaxFields {
  const fields: { -readonly [Field in keyof PaxFields]: PaxFields[Field] } = {
    path: null,
    linkPath: null,
    size: null,
    isSparse: false,
  };
  for (const [key, value] of records(bytes)) {
    if (key === "path") fields.path = value;
    if (key === "linkpath") fields.linkPath = value;
    if (key.startsWith("GNU.sparse.")) fields.isSparse = true;
    if (key !== "size") continue;
    const size = Number(String.fromCharCode(...value.subarray(0, 20)));
    if (!Number.isSafeInteger(size) || size < 0 || value.length === 0) throw broken();
    fields.size = size;
  }
  return fields;
}
