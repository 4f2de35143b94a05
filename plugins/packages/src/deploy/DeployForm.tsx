import type { DeployRepositories } from '@lading/contract/rest';
import { Button, SelectField, TextField, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { deployerOf } from '../formats/deployers.ts';
import { packageType, typeLabel } from '../types/packageTypes.ts';
import { ClientOnly } from './ClientOnly.tsx';
import type { DeployDialogProps } from './DeployDialog.tsx';
import { DropZone } from './DropZone.tsx';
import { dialogMessages as messages } from './dialogMessages.ts';
import { UploadList } from './UploadList.tsx';
import { placeOf, type UploadQueue } from './UploadQueue.ts';

interface Props extends Omit<DeployDialogProps, 'onClose'> {
  readonly targets: DeployRepositories;
  readonly queue: UploadQueue;
  readonly onClose: () => void;
}

/** Selects a repository and the files to publish there. */
export const DeployForm = observer(function DeployForm(props: Props) {
  const { targets, queue, type, files, onClose } = props;
  const text = useText();
  const formats = useFormats();
  const ofType = targets.repoTypesList.filter(
    ({ repoType }) => type === undefined || packageType(repoType) === packageType(type),
  );
  const offered = ofType.length > 0 ? ofType : targets.repoTypesList;
  const [repoKey, setRepoKey] = useState(
    () =>
      (offered.find(({ repoKey }) => repoKey === props.repoKey) ?? suiting(offered, files))?.repoKey ?? '',
  );
  const target = offered.find((each) => each.repoKey === repoKey) ?? offered[0];
  const deployer = target && deployerOf(target.repoType);
  const limit = targets.fileUploadMaxSizeMb;

  const choose = (key: string) => {
    const next = offered.find((each) => each.repoKey === key);
    if (next && deployerOf(next.repoType) !== deployer) queue.clearReadFolder();
    setRepoKey(key);
  };
  const add = (added: readonly File[]) => void queue.add(added, deployer, limit);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was dropped on the page comes once
  useEffect(() => void (files.length > 0 && add(files)), []);
  const failed = queue.uploads.filter(
    ({ state, failure }) => state === 'failed' && typeof failure === 'string',
  );
  return (
    <div className="packages-deploy">
      <SelectField
        label={text(messages.repository)}
        value={target?.repoKey ?? ''}
        options={offered.map(({ repoKey: key, repoType }) => ({
          key,
          label: text(messages.named, { key, type: typeLabel(repoType) }),
        }))}
        onChange={choose}
      />
      {target && !deployer && <ClientOnly type={target.repoType} repoKey={target.repoKey} />}
      {deployer && (
        <>
          <p className="ld-soft">{text(deployer.about)}</p>
          {deployer.folder && (
            <TextField
              label={text(deployer.folder)}
              value={queue.folder}
              spellCheck={false}
              autoComplete="off"
              onChange={(folder) => queue.setFolder(folder)}
            />
          )}
          <DropZone endings={deployer.endings} limit={formats.size(limit * 1024 * 1024)} onFiles={add} />
        </>
      )}
      <UploadList
        queue={queue}
        placeOf={(upload) => placeOf(upload, deployer, target?.repoKey ?? '')}
        onRetry={(uploads) => void queue.retry(uploads)}
      />
      <div className="packages-deploy__buttons">
        {deployer && target && queue.unsent.length > 0 && (
          <Button
            kind="main"
            icon="upload"
            label={text(messages.start, { count: queue.unsent.length })}
            onClick={() => void queue.start(deployer, target.repoKey)}
          />
        )}
        {!queue.busy && failed.length > 1 && (
          <Button icon="refresh" label={text(messages.retryAll)} onClick={() => void queue.retry(failed)} />
        )}
        <Button label={text(messages.close)} onClick={onClose} />
      </div>
    </div>
  );
});

/**
 * Returns the first repository whose format accepts the dropped files. Matches by file extension
 * take precedence over generic repositories.
 */
function suiting(offered: DeployRepositories['repoTypesList'], files: readonly File[]) {
  const name = files[0]?.name.toLowerCase();
  const byEnding = offered.find(({ repoType }) =>
    deployerOf(repoType)?.endings?.some((ending) => name?.endsWith(ending)),
  );
  return (
    (name === undefined ? undefined : byEnding) ??
    offered.find(({ repoType }) => deployerOf(repoType)) ??
    offered[0]
  );
}
