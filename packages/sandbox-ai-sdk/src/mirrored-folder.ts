import { createHash } from "node:crypto";
import { DomainError } from "@workspace-agent/core";
import { unlessGone, type SandboxMount, type VolumeEntry, type VolumeUse } from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { digestOf, hashing } from "./digest.ts";
import { isListed, type FileInside, type Manifest } from "./manifest.ts";
import { runScript, unlessUnavailable } from "./run-script.ts";
import { shellQuote } from "./shell-quote.ts";

/** The state of a file when both sides were last equal. */
interface Known extends FileInside {
  readonly etag: string;
}

/** What a volume had no room for. */
interface Refusal {
  /** null: a directory. */
  readonly file: FileInside | null;
  readonly error: DomainError;
}

const isSame = (a: FileInside | null | undefined, b: FileInside | undefined) =>
  a?.sha256 === b?.sha256 && a?.executable === b?.executable;

/** Whether a volume has no room for what commands wrote. */
export function isFull(error: unknown): error is DomainError {
  return DomainError.isInstance(error) && error.code === "quota_exceeded";
}

/** The most words of one command: systems accept an argument list of 128 KiB and more. */
const MAX_WORDS = 250;

function* inGroups(words: readonly string[]): Generator<string> {
  for (let start = 0; start < words.length; start += MAX_WORDS)
    yield words
      .slice(start, start + MAX_WORDS)
      .map(shellQuote)
      .join(" ");
}

const removing = (words: string) => `rm -rf -- ${words}`;
const making = (words: string) => `mkdir -p -- ${words}`;
/** A script that changes the modes of files, except those that another command has removed. */
const changingMode = (mode: string) => (words: string) =>
  `chmod ${mode} ${words} 2>/dev/null || for f in ${words}; do [ ! -e "$f" ] || chmod ${mode} "$f" || exit 1; done`;

/**
 * A copy of one mount inside a sandbox that has its own files. Changes of either side are copied to the other; where both changed a file, the
 * sandbox wins. Links and special files stay inside. What a manifest does not list stays where it is.
 */
export class MirroredFolder {
  /** null: a push has begun and not ended, so the file inside may be anything. */
  private readonly files = new Map<string, Known | null>();
  private readonly directories = new Set<string>();
  /** Where the volume had no room for what commands changed. What was tried last comes last. */
  private readonly refused = new Map<string, Refusal>();
  /** What the volume held after the last refusals. */
  private used: VolumeUse = { bytes: 0, inodes: 0 };

  constructor(
    private readonly session: AiSdkSandboxSession,
    readonly mount: SandboxMount,
  ) {}

  private inside(path: string): string {
    return `${this.mount.target}/${path}`;
  }

  /** Whether only the sandbox has what commands changed at a path or below it. */
  private isRefused(path: string): boolean {
    return [...this.refused.keys()].some((refused) => refused === path || refused.startsWith(`${path}/`));
  }

  private async each(script: (words: string) => string, paths: readonly string[]): Promise<void> {
    for (const words of inGroups(paths.map((path) => this.inside(path))))
      await runScript(this.session, script(words));
  }

  /** Removes the right to write from a read-only copy. Changes by root inside are discarded. */
  private async setWritable(isWritable: boolean): Promise<void> {
    if (this.mount.access === "write") return;
    const change = isWritable ? "u+w" : "a-w";
    await unlessUnavailable(() =>
      this.session.run({ command: `chmod -R ${change} ${shellQuote(this.mount.target)}` }),
    );
  }

  async remove(): Promise<void> {
    await this.setWritable(true);
    await runScript(this.session, `rm -rf -- ${shellQuote(this.mount.target)}`);
  }

  /** Copies the changes of the volume into the sandbox, except over what the last pull could not copy. */
  async push(): Promise<void> {
    const { volume } = this.mount;
    const listed = await volume.list("", { recursive: true, limit: Number.MAX_SAFE_INTEGER });
    const entries = listed.entries.filter(({ path }) => isListed(path));
    const types = new Map(entries.map(({ path, type }) => [path, type]));
    const gone = [
      ...[...this.files.keys()].filter((path) => types.get(path) !== "file"),
      ...[...this.directories].filter((path) => types.get(path) !== "dir"),
    ].filter((path) => !this.isRefused(path));
    const made = entries.filter(({ type, path }) => type === "dir" && !this.directories.has(path));
    const changed = entries.filter(
      ({ type, path, etag }) =>
        type === "file" && this.files.get(path)?.etag !== etag && !this.isRefused(path),
    );
    if (gone.length + made.length + changed.length === 0) return;
    await this.setWritable(true);
    await this.each(removing, gone);
    for (const path of gone) {
      this.files.delete(path);
      this.directories.delete(path);
    }
    const paths = made.map(({ path }) => path);
    await this.each(making, paths);
    for (const path of paths) this.directories.add(path);
    await this.pushFiles(changed);
    await this.setWritable(false);
  }

  private async pushFiles(entries: readonly VolumeEntry[]): Promise<void> {
    const pushed = new Map<string, Known>();
    try {
      for (const { path } of entries) {
        const found = await unlessGone(this.mount.volume.read(path));
        if (found === null) continue;
        const { body, entry } = found;
        const [content, copy] = body.tee();
        this.files.set(path, null);
        const [sha256] = await Promise.all([
          digestOf(copy),
          this.session.writeFile({ path: this.inside(path), content }),
        ]);
        pushed.set(path, { sha256, executable: entry.executable, etag: entry.etag });
      }
    } finally {
      const paths = [...pushed.keys()];
      const isProgram = (path: string) => pushed.get(path)?.executable === true;
      await this.each(changingMode("u+x"), paths.filter(isProgram));
      await this.each(
        changingMode("u-x"),
        paths.filter((path) => !isProgram(path)),
      );
      for (const [path, known] of pushed) this.files.set(path, known);
    }
  }

  /**
   * Copies the changes of commands into the volume. `manifest`: the folder's content now. Throws `quota_exceeded` where the volume has no
   * room for some of them, after it has copied the others.
   */
  async pull(manifest: Manifest): Promise<void> {
    if (this.mount.access === "read") return this.discard(manifest);
    const earlier = [...this.refused];
    await this.removeWhatIsGone(manifest);
    for (const path of manifest.directories)
      if (this.directories.has(path)) this.refused.delete(path);
      else await this.copy(path, null);
    for (const [path, file] of manifest.files) {
      const known = this.files.get(path);
      if (known === null || isSame(known, file)) this.refused.delete(path);
      else if (!isSame(this.refused.get(path)?.file, file)) await this.copy(path, file);
    }
    await this.copyAgain(earlier);
    const [full] = this.refused.values();
    if (full === undefined) return;
    this.used = await this.mount.volume.usage();
    throw full.error;
  }

  /** Copies what has not changed since it was refused: all of it if the volume holds less than then, or else until one is refused again. */
  private async copyAgain(earlier: readonly (readonly [string, Refusal])[]): Promise<void> {
    const unchanged = earlier.filter(([path, refusal]) => this.refused.get(path) === refusal);
    if (unchanged.length === 0) return;
    const { bytes, inodes } = await this.mount.volume.usage();
    const hasMoreRoom = bytes < this.used.bytes || inodes < this.used.inodes;
    for (const [path, { file }] of unchanged) if (!(await this.copy(path, file)) && !hasMoreRoom) return;
  }

  /** Copies a file, or makes a directory (null). False: the volume has no room for it. */
  private async copy(path: string, file: FileInside | null): Promise<boolean> {
    this.refused.delete(path);
    try {
      await (file === null ? this.takeDirectory(path) : this.take(path, file));
      return true;
    } catch (error) {
      if (!isFull(error)) throw error;
      this.refused.set(path, { file, error });
      return false;
    }
  }

  /** Forgets the files that commands changed in a read-only copy, so that they are copied again. */
  private async discard({ files, directories }: Manifest): Promise<void> {
    for (const [path, known] of this.files) {
      if (known === null || !isSame(known, files.get(path))) this.files.delete(path);
    }
    for (const path of this.directories) if (!directories.has(path)) this.directories.delete(path);
    const added = [
      ...[...files.keys()].filter((path) => !this.files.has(path)),
      ...[...directories].filter((path) => !this.directories.has(path)),
    ];
    if (added.length === 0) return;
    await this.setWritable(true);
    await this.each(removing, added);
    await this.setWritable(false);
  }

  private async takeDirectory(path: string): Promise<void> {
    await this.clear(path, ({ type }) => type === "dir");
    await this.mount.volume.makeDirectory(path);
    this.directories.add(path);
  }

  private async take(path: string, { sha256, executable }: FileInside): Promise<void> {
    const content = await this.session.readFile({ path: this.inside(path) });
    if (content === null) return;
    const etag = await this.write(path, content, executable);
    this.files.set(path, { sha256, executable, etag });
  }

  /** Writes a file of the volume. A volume with staging has the previous version until the new one is complete. Returns the etag. */
  private async write(
    path: string,
    content: ReadableStream<Uint8Array>,
    executable: boolean,
  ): Promise<string> {
    const { volume } = this.mount;
    const mode = executable ? 0o755 : 0o644;
    const found = await volume.stat(path);
    // `Volume.write` does not change the mode of a file.
    const hasOtherMode = found?.type === "file" && found.executable !== executable;
    const staging = hasOtherMode ? await volume.stage?.() : undefined;
    if (staging === undefined) {
      await this.clear(path, ({ type }) => type === "file" && !hasOtherMode);
      return (await volume.write(path, content, { mode })).entry.etag;
    }
    const hash = createHash("sha256");
    try {
      await staging.write(path, content.pipeThrough(hashing(hash)), { mode });
      await staging.commit("");
    } finally {
      await staging.discard();
    }
    const written = await unlessGone(volume.read(path));
    const sha256 = written === null ? null : await digestOf(written.body);
    // Empty: a caller has changed or removed it meanwhile.
    return sha256 === hash.digest("hex") && written?.entry.executable === executable
      ? written.entry.etag
      : "";
  }

  /** Removes what is at a path of the volume, unless it can stay. */
  private async clear(path: string, canStay: (found: VolumeEntry) => boolean): Promise<void> {
    const found = await this.mount.volume.stat(path);
    if (found !== null && !canStay(found)) await this.mount.volume.remove(path);
  }

  /** Removes what commands removed, unless it was written again meanwhile. */
  private async removeWhatIsGone({ files, directories }: Manifest): Promise<void> {
    for (const path of this.refused.keys())
      if (!files.has(path) && !directories.has(path)) this.refused.delete(path);
    for (const [path, known] of this.files) {
      if (files.has(path)) continue;
      if (known !== null) await this.removeUnlessChanged(path, known.etag);
      this.files.delete(path);
    }
    const gone = [...this.directories].filter((path) => !directories.has(path));
    for (const path of gone.sort().reverse()) {
      this.directories.delete(path);
      const { entries } = await this.contentOf(path);
      if (entries.length === 0) await this.removeUnlessChanged(path);
    }
  }

  private async contentOf(path: string): Promise<{ readonly entries: readonly VolumeEntry[] }> {
    const entry = await this.mount.volume.stat(path);
    return entry?.type === "dir" ? this.mount.volume.list(path, { limit: 1 }) : { entries: [] };
  }

  private async removeUnlessChanged(path: string, etag?: string): Promise<void> {
    try {
      await this.mount.volume.remove(path, etag === undefined ? {} : { ifMatch: etag });
    } catch (error) {
      const isFine =
        DomainError.isInstance(error) &&
        ["not_found", "precondition_failed", "invalid_path"].includes(error.code);
      if (!isFine) throw error;
    }
  }
}
