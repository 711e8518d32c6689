import { randomUUID } from "node:crypto";
import { createWriteStream, type Dirent } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, posix, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeStream } from "node:stream/web";
import { ProblemError, type Files } from "@workspace-agent/client";
import { cleanText } from "./clean-text.ts";
import type { Context } from "./context.ts";
import { CommandError, wrongUse } from "./exit-codes.ts";
import { filesBelow } from "./files-below.ts";
import type { Output } from "./output.ts";

/** Bytes of a local file that are read at once. */
const PIECE = 64 * 1024;

/** Parses `FROM[:TO]`; TO defaults to the name of FROM. */
export function fromTo(given: string): { readonly from: string; readonly to: string } {
  const colon = given.lastIndexOf(":");
  const from = colon === -1 ? given : given.slice(0, colon);
  const to = colon === -1 ? basename(from) : given.slice(colon + 1);
  if (from === "") throw wrongUse(`${JSON.stringify(given)} does not name a file.`);
  return { from, to: to === "" || to.endsWith("/") ? `${to}${basename(from)}` : to };
}

/** Sends the bytes of a local file. Throws a CommandError if they cannot be read; to `send`, that looks like a lost connection. */
export async function sendLocal<T>(
  local: string,
  send: (body: ReadableStream<Uint8Array>) => Promise<T>,
): Promise<T> {
  const failure: { thrown?: CommandError } = {};
  const fail = (error: Error): never => {
    throw (failure.thrown = new CommandError(`The file ${local} cannot be read (${error.message}).`));
  };
  await using file = await open(local).catch(fail);
  async function* bytes() {
    for (;;) {
      const { bytesRead, buffer } = await file.read({ buffer: new Uint8Array(PIECE) }).catch(fail);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  }
  try {
    return await send(NodeStream.from(bytes()) as ReadableStream<Uint8Array>);
  } catch (error) {
    throw failure.thrown ?? error;
  }
}

/** Uploads a file or a folder and returns the paths in the workspace. Links are not followed. */
export async function upload(
  files: Files,
  local: string,
  remote: string,
  { output }: Pick<Context, "output">,
): Promise<readonly string[]> {
  const write = async (from: string, to: string) =>
    await sendLocal(from, async (body) => await files.write(to, body));
  const found = await stat(local).catch(() => null);
  if (found?.isDirectory() !== true) {
    await write(local, remote);
    return [remote];
  }
  const entries = await readdir(local, { recursive: true, withFileTypes: true });
  const pathOf = ({ parentPath, name }: Dirent) => join(parentPath, name);
  const [omitted, ...others] = entries.filter((each) => !each.isFile() && !each.isDirectory()).map(pathOf);
  if (omitted !== undefined) {
    const count = others.length + 1;
    output.note(`Links and special files are not uploaded: ${count}, such as ${cleanText(omitted)}\n`);
  }
  const written: string[] = [];
  for (const path of entries.filter((each) => each.isFile()).map(pathOf)) {
    const target = posix.join(remote, relative(local, path).split(sep).join("/"));
    await write(path, target);
    written.push(target);
  }
  return written;
}

/** Saves a response under a temporary name first, so that an interrupted download leaves no partial file. */
async function save(response: Response, local: string): Promise<void> {
  await mkdir(dirname(resolve(local)), { recursive: true });
  // The name of the file may already have the greatest length.
  const draft = join(dirname(local), `.part-${randomUUID()}`);
  try {
    const body = response.body ?? new ReadableStream({ start: (stream) => stream.close() });
    await pipeline(Readable.fromWeb(body as NodeStream), createWriteStream(draft));
    await rename(draft, local);
  } finally {
    await rm(draft, { force: true });
  }
}

const NOT_TEXT =
  "The content is not text, so a terminal does not get it. Redirect standard output, or save it.";

/** Writes text without what could control the terminal. */
async function printText({ body }: Response, { out }: Output): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const write = (chunk?: Uint8Array) => {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new CommandError(NOT_TEXT);
    }
    if (text.includes("\0")) throw new CommandError(NOT_TEXT);
    out(cleanText(text));
  };
  for await (const chunk of body ?? []) write(chunk);
  write();
}

/** Writes a response to standard output: its bytes as they are, or on a terminal its text. */
async function print(response: Response, output: Output): Promise<void> {
  if (output.isTerminal) {
    await printText(response, output);
    return;
  }
  for await (const chunk of response.body ?? []) {
    if (!process.stdout.write(chunk)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}

/** Writes a response to a file, or without one, or for `-`, to standard output. */
export async function writeBytes(
  response: Response,
  file: string | undefined,
  { output }: Pick<Context, "output">,
): Promise<void> {
  if (file === undefined || file === "-") {
    await print(response, output);
    return;
  }
  await save(response, file);
  output.note(`saved ${cleanText(file)}\n`);
}

async function downloadFolder(files: Files, remote: string, local: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const written: string[] = [];
  // The folder is listed first, so that a folder that cannot be listed leaves nothing behind.
  for await (const path of filesBelow(files, remote)) paths.push(path);
  for (const path of paths) {
    const target = resolve(local, posix.relative(remote, path));
    // The instance is not trusted to stay inside the folder.
    if (!target.startsWith(join(resolve(local), sep)))
      throw new CommandError(`${path} is outside of ${local}.`);
    await save(await files.read(path), target);
    written.push(target);
  }
  return written;
}

/** Downloads a file or a folder and returns the local paths. */
async function download(files: Files, remote: string, local: string): Promise<readonly string[]> {
  let response: Response;
  try {
    response = await files.read(remote);
  } catch (error) {
    const isFolder = ProblemError.isInstance(error) && error.status === 400;
    if (!isFolder) throw error;
    return await downloadFolder(files, remote, local);
  }
  await save(response, local);
  return [local];
}

/** Downloads a file or a folder and reports each file. */
export async function fetchInto(
  files: Files,
  remote: string,
  local: string,
  { output }: Pick<Context, "output">,
): Promise<void> {
  for (const path of await download(files, remote, local)) output.note(`downloaded ${cleanText(path)}\n`);
}
