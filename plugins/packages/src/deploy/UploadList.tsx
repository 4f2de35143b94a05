import { Button, Icon, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { dialogMessages as messages } from './dialogMessages.ts';
import type { Upload } from './Upload.ts';
import type { UploadQueue } from './UploadQueue.ts';

interface Props {
  readonly queue: UploadQueue;
  /** Returns the target of a file. */
  readonly placeOf: (upload: Upload) => string;
  readonly onRetry: (uploads: readonly Upload[]) => void;
}

/** Lists the files with their targets and progress. */
export const UploadList = observer(function UploadList(props: Props) {
  const { queue } = props;
  if (queue.uploads.length === 0) return null;
  return (
    <ul className="packages-uploads">
      {queue.uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} {...props} />
      ))}
    </ul>
  );
});

const UploadRow = observer(function UploadRow(props: Props & { upload: Upload }) {
  const { upload, queue, placeOf, onRetry } = props;
  const text = useText();
  const formats = useFormats();
  const { file, state, progress, failure } = upload;
  const { name, size } = file;
  const percent = formats.count(Math.floor(progress * 100));
  return (
    <li className={`packages-upload packages-upload--${state}`}>
      <span className="packages-upload__name">{name}</span>
      <span className="ld-soft">{formats.size(size)}</span>
      <span className="packages-upload__state" role="status">
        {state === 'waiting' && text(messages.waiting)}
        {state === 'sending' && text(messages.sending, { percent })}
        {state === 'done' && (
          <>
            <Icon name="checkCircle" size={16} /> {text(messages.done)}
          </>
        )}
      </span>
      {(state !== 'failed' || upload.bound) && (
        <p className="packages-upload__place ld-soft">{text(messages.to, { place: placeOf(upload) })}</p>
      )}
      {state === 'sending' && (
        <progress max={1} value={progress} aria-label={text(messages.progressOf, { name })} />
      )}
      {state === 'failed' && (
        <p className="packages-upload__failure" role="alert">
          {typeof failure === 'string' ? failure : failure && text(failure)}
        </p>
      )}
      {state === 'failed' && typeof failure === 'string' && (
        <Button
          kind="quiet"
          icon="refresh"
          iconOnly
          label={text(messages.retry, { name })}
          onClick={() => onRetry([upload])}
        />
      )}
      {(state === 'failed' || state === 'waiting') && (
        <Button
          kind="quiet"
          icon="close"
          iconOnly
          label={text(messages.remove, { name })}
          onClick={() => queue.drop(upload)}
        />
      )}
    </li>
  );
});
