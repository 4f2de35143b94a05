import type { DeployRepositories } from '@lading/contract/rest';
import { Button, SelectField, TextField, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { deployerOf } from '../formats/deployers.ts';
import { packageType, typeLabel } from '../types/packageTypes.ts';
import { ClientOnly } from './ClientOnly.tsx';
import type { DeployDialogProps } from './DeployDialog.tsx';
import { DropZone } from './DropZone.tsx';
import { messages } from './messages.ts';
import { UploadList } from './UploadList.tsx';
import type { Upload, UploadQueue } from './UploadQueue.ts';

interface Props extends Omit<DeployDialogProps, 'onClose'> {
  readonly targets: DeployRepositories;
  readonly queue: UploadQueue;
  readonly onClose: () => void;
}

/** A repository, and the files that go there. */
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
  const [folder, setFolder] = useState('');
  const target = offered.find((each) => each.repoKey === repoKey) ?? offered[0];
  const deployer = target && deployerOf(target.repoType);
  const limit = targets.fileUploadMaxSizeMb;

  const add = async (added: readonly File[]) => {
    queue.add(added, deployer, limit);
    for (const file of added) {
      const told = await deployer?.folderOf?.(file);
      if (told !== undefined) setFolder((typed) => typed || told);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was dropped on the page comes once
  useEffect(() => void (files.length > 0 && add(files)), []);

  const start = () =>
    deployer && target
      ? void queue.start(deployer, {
          repoKey: target.repoKey,
          folder: folder.trim().replace(/^\/+|\/+$/g, ''),
        })
      : undefined;
  const again = (uploads: readonly Upload[]) => {
    queue.again(uploads);
    start();
  };
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
        onChange={setRepoKey}
      />
      {target && !deployer && <ClientOnly type={target.repoType} repoKey={target.repoKey} />}
      {deployer && (
        <>
          <p className="ld-soft">{text(deployer.about)}</p>
          {deployer.folder && (
            <TextField
              label={text(deployer.folder)}
              value={folder}
              spellCheck={false}
              autoComplete="off"
              onChange={setFolder}
            />
          )}
          <DropZone
            endings={deployer.endings}
            limit={formats.size(limit * 1024 * 1024)}
            onFiles={(chosen) => void add(chosen)}
          />
          <UploadList queue={queue} onRetry={again} />
        </>
      )}
      <div className="packages-deploy__buttons">
        {deployer && queue.waiting > 0 && (
          <Button
            kind="main"
            icon="upload"
            label={text(messages.start, { count: queue.waiting })}
            busy={queue.busy}
            onClick={start}
          />
        )}
        {!queue.busy && failed.length > 1 && (
          <Button icon="refresh" label={text(messages.retryAll)} onClick={() => again(failed)} />
        )}
        <Button label={text(messages.close)} onClick={onClose} />
      </div>
    </div>
  );
});

/** The first repository whose format takes what was dropped, rather by its ending than as a file of any kind. */
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
