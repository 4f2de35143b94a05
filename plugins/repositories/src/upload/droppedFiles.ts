/** A file and where it lies in what was chosen. */
export interface ChosenFile {
  readonly file: File;
  readonly path: string;
}

/** Files of an input; those of a folder with the folder's name before theirs. */
export function chosenFiles(files: readonly File[]): ChosenFile[] {
  return files.map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/** What was dropped, folders with all that lies in them. To be called before the event has ended: afterwards it is empty. */
export function droppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return Promise.resolve(chosenFiles([...data.files]));
  return Promise.all(entries.map((entry) => filesOf(entry, ''))).then((each) => each.flat());
}

async function filesOf(entry: FileSystemEntry, folder: string): Promise<ChosenFile[]> {
  const path = folder + entry.name;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const found: ChosenFile[] = [];
  for (;;) {
    // A part at a time, until there is none.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return found;
    for (const each of part) found.push(...(await filesOf(each, `${path}/`)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
