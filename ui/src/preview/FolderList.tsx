import { Button, useFormats, useText } from '@lading/ui';
import { useState } from 'react';
import { FilePreviewView } from './FilePreviewView.tsx';
import type { Folder } from './folderTree.ts';
import { messages } from './messages.ts';
import type { ListedArchive } from './previewApi.ts';

/** Rows that are added at a time. */
const STEP = 200;

interface FolderProps {
  readonly folder: Folder;
  readonly archive: ListedArchive;
  /** The path of the file that is shown. */
  readonly open: string | undefined;
  readonly onOpen: (path: string | undefined) => void;
  /** Folders of the root are open. */
  readonly initial?: boolean;
}

/** Folders and files, up to a number of them at a time: a folder can contain thousands. */
export function FolderList({ folder, archive, open, onOpen, initial = false }: FolderProps) {
  const formats = useFormats();
  const text = useText();
  const [shown, setShown] = useState(STEP);
  const { folders, files } = folder;
  return (
    <>
      <ul className="ld-preview__tree">
        {folders.slice(0, shown).map((each) => (
          <li key={`folder ${each.name}`}>
            <FolderItem folder={each} archive={archive} open={open} onOpen={onOpen} initial={initial} />
          </li>
        ))}
        {files.slice(0, Math.max(0, shown - folders.length)).map(({ name, file }) => (
          <li key={`file ${name}`}>
            <button
              type="button"
              className="ld-preview__file"
              aria-expanded={open === file.path}
              onClick={() => onOpen(open === file.path ? undefined : file.path)}
            >
              <span className="ld-mono">{name}</span>
              <span className="ld-soft ld-numbers">{formats.size(file.size)}</span>
            </button>
            {open === file.path && <FilePreviewView archive={archive} file={file} />}
          </li>
        ))}
      </ul>
      {folders.length + files.length > shown && (
        <Button label={text(messages.more)} onClick={() => setShown(shown + STEP)} />
      )}
    </>
  );
}

/** Its files are in the page only while it is open: archives have thousands. */
function FolderItem({ initial = false, ...props }: FolderProps) {
  const [isOpen, setIsOpen] = useState(initial);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="ld-mono">{`${props.folder.name}/`}</summary>
      {isOpen && <FolderList {...props} />}
    </details>
  );
}
