import { Button, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { nameOf, treeAddress } from '../address/treeAddress.ts';
import { messages } from './messages.ts';
import type { Upload, UploadStore } from './UploadStore.ts';

/** Maximum number of drawn lines; failed and unconfirmed uploads come first, finished ones last. */
const MAX_LINES = 100;
const RANK = { failed: 0, exists: 1, sending: 2, waiting: 3, done: 4 } as const;

/** Lists the uploads with their progress. */
export const UploadPanel = observer(function UploadPanel(props: { store: UploadStore }) {
  const { store } = props;
  const text = useText();
  const formats = useFormats();
  const { uploads, failed, existing } = store;
  if (uploads.length === 0) return null;
  const shown = uploads
    .slice()
    .sort((one, other) => RANK[one.status] - RANK[other.status])
    .slice(0, MAX_LINES);
  return (
    <section className="repositories-uploads" aria-label={text(messages.uploads)}>
      <header className="repositories-uploads__head">
        <strong role="status" className="ld-numbers">
          {text(messages.summary, { done: formats.count(store.done), all: formats.count(uploads.length) })}
        </strong>
        <div className="repositories-buttons">
          {failed.length > 1 && (
            <Button label={text(messages.retryAll)} icon="refresh" onClick={() => store.retry(failed)} />
          )}
          {existing.length > 1 && (
            <Button label={text(messages.replaceAll)} onClick={() => store.replace(existing)} />
          )}
          {store.busy ? (
            <Button label={text(messages.stopAll)} onClick={() => store.clear(true)} />
          ) : (
            <Button label={text(messages.clear)} onClick={() => store.clear(true)} />
          )}
        </div>
      </header>
      <ul className="repositories-uploads__list">
        {shown.map((upload) => (
          <UploadLine key={upload.id} upload={upload} store={store} />
        ))}
      </ul>
    </section>
  );
});

const UploadLine = observer(function UploadLine(props: { upload: Upload; store: UploadStore }) {
  const { upload, store } = props;
  const text = useText();
  const formats = useFormats();
  const { status, file, repoKey, path, sent } = upload;
  const name = nameOf(path);
  const size = formats.size(file.size);
  const said = {
    waiting: text(messages.waiting),
    sending: text(messages.sent, { sent: formats.size(Math.min(sent, file.size)), size }),
    exists: text(messages.exists),
    failed: text(messages.failed, { cause: upload.cause ?? text(messages.broken) }),
    done: text(messages.done),
  }[status];
  return (
    <li className={`repositories-upload repositories-upload--${status}`}>
      {status === 'done' ? (
        <Link className="repositories-path" to={treeAddress(repoKey, path)}>{`${repoKey}/${path}`}</Link>
      ) : (
        <span className="repositories-path">{`${repoKey}/${path}`}</span>
      )}
      {status === 'sending' && <progress max={Math.max(1, file.size)} value={sent} aria-label={name} />}
      <span className="repositories-upload__said ld-numbers">{said}</span>
      <span className="repositories-buttons">
        {status === 'failed' && (
          <Button
            label={text(messages.retryShort)}
            aria-label={text(messages.retry, { file: name })}
            onClick={() => store.retry([upload])}
          />
        )}
        {status === 'exists' && (
          <Button
            label={text(messages.replaceShort)}
            aria-label={text(messages.replace, { file: name })}
            onClick={() => store.replace([upload])}
          />
        )}
        {status !== 'done' && (
          <Button
            kind="quiet"
            icon="close"
            iconOnly
            label={text(status === 'sending' ? messages.stop : messages.drop, { file: name })}
            onClick={() => store.take(upload)}
          />
        )}
      </span>
    </li>
  );
});
