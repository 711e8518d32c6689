import { tarGzStream, zipStream, type ArchiveInput } from "../../../packages/archives/src/index.ts";

const SKILL = new TextEncoder().encode("---\nname: packed\ndescription: Says how.\n---\nDo it.\n");
const ENTRIES: readonly ArchiveInput[] = [
  {
    type: "file",
    path: "packed/SKILL.md",
    size: SKILL.length,
    executable: false,
    body: () => Promise.resolve(SKILL),
  },
];

/** The same folder with one skill, in each format. */
export const ZIP = await new Response(zipStream(ENTRIES)).bytes();
export const TAR_GZ = await new Response(tarGzStream(ENTRIES)).bytes();
