import type { SetMeUp } from '@lading/contract/rest';
import { Button, Dialog, EmptyState, Fetched, FetchedView, SelectField, useShell, useText } from '@lading/ui';
import { guideFor } from '@lading/ui/clients';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { ClientInstructions } from './ClientInstructions.tsx';
import { messages } from './messages.ts';

export interface ClientVendor {
  readonly type: 'ide' | 'ci';
  readonly name: string;
  readonly label: string;
}

interface Props {
  readonly vendor: ClientVendor;
  readonly onClose: () => void;
}

/** Dialog for editors and CI systems: a repository, and the settings and commands for it. */
export const ClientDialog = observer(function ClientDialog({ vendor, onClose }: Props) {
  const shell = useShell();
  const { http } = shell;
  const text = useText();
  const [known] = useState(
    () =>
      new Fetched<SetMeUp | undefined>(undefined, (signal) =>
        http.json<SetMeUp>('/ui/api/v1/ui/setMeUp', { signal }),
      ),
  );
  useEffect(() => () => known.dispose(), [known]);
  return (
    <Dialog title={text(messages.title, { vendor: vendor.label })} onCancel={onClose}>
      <FetchedView fetched={known} failure={text(messages.failed)}>
        {(data) => data && <RepositoryChoice vendor={vendor} data={data} />}
      </FetchedView>
      <p className="ld-soft">
        <Link to="/user_profile?tab=tokens">{text(messages.profile)}</Link>
      </p>
      <Button label={text(messages.done)} onClick={onClose} />
    </Dialog>
  );
});

const RepositoryChoice = observer(function RepositoryChoice(props: { vendor: ClientVendor; data: SetMeUp }) {
  const { vendor, data } = props;
  const shell = useShell();
  const text = useText();
  const readable = data.repoKeyTypes.filter(({ canRead }) => canRead);
  const first =
    readable.find(({ repoType, isVirtual }) => isVirtual && guideFor(shell, repoType)) ??
    readable.find(({ repoType }) => guideFor(shell, repoType)) ??
    readable[0];
  const [selected, setSelected] = useState(first?.repoKey);
  const repository = readable.find(({ repoKey }) => repoKey === selected);
  if (!repository) {
    return <EmptyState icon="package" what={text(messages.none)} more={text(messages.noneMore)} />;
  }
  return (
    <>
      <SelectField
        label={text(messages.repository)}
        value={repository.repoKey}
        options={readable.map(({ repoKey, repoType }) => ({
          key: repoKey,
          label: text(messages.named, { key: repoKey, type: repoType }),
        }))}
        onChange={setSelected}
      />
      <ClientInstructions
        key={repository.repoKey}
        vendor={vendor}
        repository={repository}
        baseUrl={data.baseUrl}
      />
    </>
  );
});
