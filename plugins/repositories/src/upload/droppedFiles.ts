/** A file and where it lies in what was chosen. */
export interface ChosenFile {
  readonly file: File;
  readonly path: string;
}

/** What was dropped, as far as it could be read. */
export interface Dropped {
  readonly files: ChosenFile[];
  /** Where what could not be read lies in it. */
  readonly unread: string[];
}

/** Files of an input; those of a folder with the folder's name before theirs. */
export function chosenFiles(files: readonly File[]): ChosenFile[] {
  return files.map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/** What was dropped, folders with all that lies in them. To be called before the event has ended: afterwards it is empty. */
export async function droppedFiles(data: DataTransfer): Promise<Dropped> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return { files: chosenFiles([...data.files]), unread: [] };
  const dropped: Dropped = { files: [], unread: [] };
  for (const entry of entries) await gather(entry, '', dropped);
  return dropped;
}

/** Never rejects: one that cannot be read keeps no other from being sent. */
async function gather(entry: FileSystemEntry, folder: string, into: Dropped): Promise<void> {
  const path = folder + entry.name;
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      into.files.push({ file, path });
    }
    if (isFolder(entry)) await gatherAll(entry.createReader(), `${path}/`, into);
  } catch {
    into.unread.push(path);
  }
}

async function gatherAll(reader: FileSystemDirectoryReader, folder: string, into: Dropped): Promise<void> {
  for (;;) {
    // A part at a time, until there is none.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return;
    for (const each of part) await gather(each, folder, into);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
