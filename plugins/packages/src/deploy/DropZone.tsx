import { Icon, useText } from '@lading/ui';
import { type DragEvent, useRef, useState } from 'react';
import { dialogMessages as messages } from './dialogMessages.ts';

interface Props {
  readonly endings: readonly string[] | undefined;
  /** Formatted, such as `100 MiB`. */
  readonly limit: string;
  readonly onFiles: (files: File[]) => void;
}

/** Accepts files that are dropped or selected. */
export function DropZone({ endings, limit, onFiles }: Props) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it is for everybody, dropping for those who drag
    <div
      className={`packages-drop ${over ? 'packages-drop--over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={24} />
      <p>
        {text(messages.drop)}{' '}
        <button type="button" className="packages-drop__choose" onClick={() => input.current?.click()}>
          {text(messages.choose)}
        </button>
      </p>
      <p className="ld-soft">
        {text(messages.limits, {
          endings: endings ? endings.join(', ') : text(messages.anyEnding),
          size: limit,
        })}
      </p>
      <input
        ref={input}
        className="packages-drop__input"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={text(messages.choose)}
        accept={endings?.join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Without this, selecting the same file again would emit no event.
          target.value = '';
        }}
      />
    </div>
  );
}
