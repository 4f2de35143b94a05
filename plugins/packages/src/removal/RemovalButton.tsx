import type { RemovalSelection } from '@lading/contract/rest';
import { Button, Lazy, useText } from '@lading/ui';
import { useState } from 'react';
import { messages } from './messages.ts';

interface Props {
  readonly selection: RemovalSelection;
  /** Called after a deletion. */
  readonly onRemoved: () => void;
  /** Called after Undo. */
  readonly onRestored: () => void;
}

const dialog = () => import('./RemovalDialog.tsx').then(({ RemovalDialog }) => RemovalDialog);

/** Opens the dialog that shows the plan of the deletion. */
export function RemovalButton({ selection, onRemoved, onRestored }: Props) {
  const text = useText();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Button kind="danger" icon="remove" label={text(messages.delete)} onClick={() => setDeleting(true)} />
      {deleting && (
        <Lazy
          load={dialog}
          failure={text(messages.notLoaded)}
          props={{
            selection,
            onRestored,
            onCancel: () => setDeleting(false),
            onRemoved: () => {
              setDeleting(false);
              onRemoved();
            },
          }}
        />
      )}
    </>
  );
}
