import type { StorageDay, StorageKind } from '@lading/contract/rest';
import { Button, Fetched, FetchedView, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { Growth } from './Growth.tsx';
import { messages } from './messages.ts';
import { fetchDays } from './storageApi.ts';

interface Props {
  readonly kind: StorageKind;
  readonly of: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Growth of one repository, project, or package type. */
export function KeyGrowth({ kind, of, name, onClose }: Props) {
  const { http } = useShell();
  const text = useText();
  const [days] = useState(() => new Fetched<StorageDay[]>([], () => fetchDays(http, kind, of)));
  return (
    <div className="admin-storage__growth">
      <FetchedView fetched={days} failure={text(messages.growthFailed, { name })}>
        {(value) => (
          <Growth
            level="h3"
            heading={text(messages.growthOf, { name })}
            days={value}
            file={`storage-${of}`}
          />
        )}
      </FetchedView>
      <Button label={text(messages.close)} onClick={onClose} />
    </div>
  );
}
