/** A file and its relative path in the selection. */
export interface ChosenFile {
  readonly file: File;
  readonly path: string;
}

/** Dropped files, as far as they could be read. */
export interface Dropped {
  readonly files: ChosenFile[];
  /** Relative paths of unreadable files and folders. */
  readonly unread: string[];
}

/** Files of an input; files of a folder have the folder's name as prefix. */
export function chosenFiles(files: readonly File[]): ChosenFile[] {
  return files.map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/**
 * Reads dropped files, folders with all of their content. Must be called during the event: the data
 * is cleared afterwards.
 */
export async function droppedFiles(data: DataTransfer): Promise<Dropped> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return { files: chosenFiles([...data.files]), unread: [] };
  const dropped: Dropped = { files: [], unread: [] };
  for (const entry of entries) await gather(entry, '', dropped);
  return dropped;
}

/** Never rejects: an unreadable entry must not prevent the upload of the others. */
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
    // The reader returns batches; an empty one is the end.
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
