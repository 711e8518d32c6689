import { crc32, gzipSync } from "node:zlib";

const NAME = "packed";
const SKILL = Buffer.from(`---\nname: ${NAME}\ndescription: Says how.\n---\nDo it.\n`);
const FILE = `${NAME}/SKILL.md`;

/** A zip of one folder with one file, stored. */
export function aZip(): Buffer {
  const name = Buffer.from(FILE);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(SKILL), 0);
  sizes.writeUInt32LE(SKILL.length, 4);
  sizes.writeUInt32LE(SKILL.length, 8);
  const lengths = Buffer.from([name.length, 0, 0, 0]);
  // Version 2.0, UTF-8 names, stored, midnight of 1 January 2026.
  const common = Buffer.from([20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0x5c]);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, sizes, lengths, name, SKILL]);
  const central = Buffer.concat([
    Buffer.from("PK\x01\x02\x14\0", "latin1"),
    common,
    sizes,
    lengths,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** The same as tar.gz. */
export function aTarGz(): Buffer {
  const header = Buffer.alloc(512);
  header.write(FILE, 0);
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${SKILL.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("15000000000\0", 136);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const content = Buffer.alloc(512);
  SKILL.copy(content);
  return gzipSync(Buffer.concat([header, content, Buffer.alloc(1024)]));
}
