/** A file with its path in the dropped or selected folder: `photos/2026/a.jpg`. */
export interface NamedFile {
  readonly path: string;
  readonly file: File;
}

/** All dropped files, including those in folders. Must be called during the event, since the data is gone afterwards. */
export function droppedFiles(transfer: DataTransfer): Promise<readonly NamedFile[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === "file")
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) {
    return Promise.resolve([...transfer.files].map((file) => ({ path: file.name, file })));
  }
  return Promise.all(entries.map(filesOf)).then((found) => found.flat());
}

async function filesOf(entry: FileSystemEntry): Promise<readonly NamedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.slice(1), file }];
  }
  if (!isDirectory(entry)) return [];
  const found = await Promise.all((await entriesOf(entry)).map(filesOf));
  return found.flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The reader returns batches, until one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

/** Lets the user select files or a folder. */
export async function pickedFiles(kind: "files" | "folder"): Promise<readonly NamedFile[]> {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  if (kind === "folder") input.webkitdirectory = true;
  return await new Promise((resolve) => {
    input.oncancel = () => resolve([]);
    input.onchange = () =>
      resolve(
        [...(input.files ?? [])].map((file) => ({
          path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath,
          file,
        })),
      );
    input.click();
  });
}
