const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const LINE_BYTES = 52;

/** Each 4 bytes as 5 characters, the most significant first; padded with zeros at the end. */
function base85(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let value = 0;
    for (let index = at; index < at + 4; index++) value = value * 256 + (bytes[index] ?? 0);
    let group = "";
    for (let digit = 0; digit < 5; digit++) {
      group = ALPHABET.charAt(value % 85) + group;
      value = Math.floor(value / 85);
    }
    text += group;
  }
  return text;
}

/** The number of bytes in a line: A to Z for 1 to 26, a to z for 27 to 52. */
function lengthLetter(length: number): string {
  return String.fromCharCode(length <= 26 ? 64 + length : 70 + length);
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const body = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** A content as a `literal` of git's binary patches: compressed, in base 85. */
export async function binaryHunk(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = await deflated(content);
  const lines = [`GIT binary patch\nliteral ${content.length}\n`];
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const piece = bytes.subarray(at, at + LINE_BYTES);
    lines.push(`${lengthLetter(piece.length)}${base85(piece)}\n`);
  }
  return `${lines.join("")}\n`;
}
