import { openEnv } from "../config/config-codec.ts";
import { inject, service } from "../di.ts";
import type { ErrorCode } from "../domain/errors/codes.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { imageTypeOf, MAX_IMAGE_BYTES } from "../domain/images/image-type.ts";
import { MAX_IMAGES, type CheckedImage } from "../domain/images/chat-images.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Attachment } from "../domain/sessions/attachment.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import { Redaction } from "../redaction/redact.ts";
import { sha256OfBytes } from "../runtime/hash.ts";
import { WORKSPACE_MOUNT } from "../workspaces/workspace-environment.ts";
import { isBinary } from "./binary.ts";
import { WorkspaceFiles, type ReadableFiles } from "./workspace-files.ts";
import { MAX_LINES, shownLines } from "./shown-lines.ts";

/** Larger files are named only. */
const MAX_FILE_BYTES = MAX_IMAGE_BYTES;
/** Of all attachments of a message: later ones are named only. */
const MAX_ALL_BYTES = 20_971_520;
const MAX_ALL_CHARACTERS = 204_800;

/** A file that a message refers to, with what the model gets of it. */
export interface AttachedFile {
  readonly path: string;
  readonly size: number;
  readonly text: string;
  readonly image: CheckedImage | null;
}

/** What is left for the attachments of one message. */
interface Left {
  bytes: number;
  characters: number;
  images: number;
}

const NAMED_ONLY = "its content is not shown: read it with the tools";

/** Reads the files of a workspace that messages refer to. */
@service()
export class Attachments {
  constructor(
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WorkspaceAccess) private readonly access: WorkspaceAccess,
    @inject(WorkspaceFiles) private readonly views: WorkspaceFiles,
    @inject(Redaction) private readonly redaction: Redaction,
  ) {}

  /** Throws `invalid_path` or `not_found`, with a pointer to each attachment that is no file. `images`: how many the message has beside them. */
  async read(
    principal: Principal,
    workspaceId: string,
    attachments: readonly Attachment[],
    images: number,
  ): Promise<readonly AttachedFile[]> {
    if (attachments.length === 0) return [];
    const workspace = await this.access.findReady(principal, workspaceId);
    const { secrets } = await openEnv(workspace.config, workspace.id, this.settings.secrets);
    const redact = this.redaction.redactor(secrets);
    const { files: volume } = await this.views.of(workspace);
    const left: Left = { bytes: MAX_ALL_BYTES, characters: MAX_ALL_CHARACTERS, images: MAX_IMAGES - images };
    const refused: { readonly code: ErrorCode; readonly pointer: string; readonly detail: string }[] = [];
    const files: AttachedFile[] = [];
    for (const [index, { path }] of attachments.entries()) {
      try {
        files.push(await readFile(volume, path, left, redact));
      } catch (error) {
        if (!DomainError.isInstance(error) || (error.code !== "invalid_path" && error.code !== "not_found"))
          throw error;
        refused.push({ code: error.code, pointer: `#/attachments/${index}/path`, detail: error.detail });
      }
    }
    const [first] = refused;
    if (first === undefined) return files;
    const errors = refused.map(({ pointer, detail }) => ({ pointer, detail }));
    throw new DomainError(first.code, `An attachment is not a file of the workspace: ${first.detail}`, {
      errors,
    });
  }
}

/** At most so many bytes of a file; none where it is empty by now. */
async function firstBytes(
  volume: ReadableFiles,
  path: string,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { body } = await volume.read(path, { end: most - 1 });
    return new Uint8Array(await new Response(body).arrayBuffer());
  } catch (error) {
    if (DomainError.isInstance(error) && error.code === "range_not_satisfiable") return new Uint8Array();
    throw error;
  }
}

async function readFile(
  volume: ReadableFiles,
  path: string,
  left: Left,
  redact: (text: string) => string,
): Promise<AttachedFile> {
  const entry = await volume.stat(path);
  if (entry === null) throw new DomainError("not_found", `There is nothing at ${path}.`);
  if (entry.type !== "file") throw new DomainError("invalid_path", `${path} is not a file.`);
  const { size } = entry;
  // Names may hold line breaks.
  const name = JSON.stringify(`${WORKSPACE_MOUNT}/${entry.path}`);
  const named = (what: string): AttachedFile => ({
    path: redact(entry.path),
    size,
    text: redact(`[attached file ${name}: ${what}]`),
    image: null,
  });
  if (size === 0) return named("empty");
  if (size > MAX_FILE_BYTES || size > left.bytes) return named(`${size} bytes; ${NAMED_ONLY}`);
  const bytes = await firstBytes(volume, path, size);
  if (bytes.length === 0) return named("empty");
  left.bytes -= bytes.length;
  const media_type = imageTypeOf(bytes);
  if (media_type !== null) {
    if (left.images <= 0) return named(`an image: ${media_type}, ${size} bytes; ${NAMED_ONLY}`);
    left.images -= 1;
    const image = { media_type, bytes, hash: await sha256OfBytes(bytes) };
    return { ...named(`an image: ${media_type}, ${size} bytes`), image };
  }
  if (isBinary(bytes)) return named(`a binary file of ${size} bytes`);
  const { text, shown, total } = shownLines(bytes, { offset: 1, limit: MAX_LINES, redact });
  if (text.length > left.characters) return named(`a text of ${total} lines; ${NAMED_ONLY}`);
  left.characters -= text.length;
  const head = named(shown < total ? `the first ${shown} of ${total} lines` : `${total} lines`);
  return { ...head, text: `${head.text}\n${text.trimEnd()}` };
}
