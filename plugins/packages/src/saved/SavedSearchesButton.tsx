import { Button, Lazy, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { messages } from '../list/messages.ts';
import type { PackageQuery } from '../query/packageQuery.ts';

const dialog = () => import('../rareParts.ts').then(({ SavedSearchesDialog }) => SavedSearchesDialog);

/** Opens the saved searches. Only for signed-in users. */
export const SavedSearchesButton = observer(function SavedSearchesButton({ query }: { query: PackageQuery }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  if (!useShell().user.signedIn) return null;
  return (
    <>
      <Button icon="apps" iconOnly label={text(messages.saved)} onClick={() => setOpen(true)} />
      {open && (
        <Lazy
          load={dialog}
          failure={text(messages.notLoaded)}
          props={{ query, onClose: () => setOpen(false) }}
        />
      )}
    </>
  );
});
