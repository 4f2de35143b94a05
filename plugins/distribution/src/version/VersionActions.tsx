import type { BundleDetails } from '@lading/contract/rest';
import { Button, Lazy, useShell, useText } from '@lading/ui';
import { useDelete } from '@lading/ui/edit';
import { useState } from 'react';
import { deleteVersion } from '../bundlesApi.ts';
import { messages } from '../messages.ts';

interface Props {
  readonly details: BundleDetails;
  /** Path of the list of bundles. */
  readonly back: string;
  readonly onChanged: () => void;
}

const dialog = () =>
  import('../promotion/PromotionDialog.tsx').then(({ PromotionDialog }) => PromotionDialog);

/** Actions that the user has permission to perform on a version. */
export function VersionActions({ details, back, onChanged }: Props) {
  const { http } = useShell();
  const text = useText();
  const { name, version, mayDelete, mayPromote, signature } = details;
  const [promoting, setPromoting] = useState(false);
  const remove = useDelete({
    name: `${name} ${version}`,
    back,
    consequence: () => text(messages.deleteConsequence, { count: details.artifacts }),
    remove: () => deleteVersion(http, name, version),
    onRemoved: () => {},
  });
  const close = () => setPromoting(false);
  return (
    <>
      {mayDelete && (
        <Button kind="danger" label={text(messages.deleteVersion)} onClick={() => void remove()} />
      )}
      {mayPromote && signature.valid && (
        <Button kind="main" label={text(messages.promote)} onClick={() => setPromoting(true)} />
      )}
      {promoting && (
        <Lazy
          load={dialog}
          failure={text(messages.dialogFailed)}
          props={{
            ...{ name, version, onCancel: close },
            onDone: () => {
              close();
              onChanged();
            },
          }}
        />
      )}
    </>
  );
}
