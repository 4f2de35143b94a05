import type { DashboardWidgetProps, Requirement } from '@lading/contract';
import type { DeployRepository } from '@lading/contract/rest';
import { buttonClass, FetchedView, SelectField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { deployTargets } from './deployTargets.ts';
import { messages } from './messages.ts';

const SET_ME_UP: Requirement = { role: 'anyone', features: ['COMMON.NEW_SET_ME_UP'] };

interface Props extends DashboardWidgetProps {
  /** Why the last look for packages failed. */
  readonly failure: string | undefined;
}

/** From an empty instance or project to its first package. */
export const FirstSteps = observer(function FirstSteps({ project, failure }: Props) {
  const text = useText();
  const { http } = useShell();
  const [selected, setSelected] = useState<string>();
  const targets = useWidgetData((signal) => deployTargets(http, project, signal));
  const repository = selected ?? targets.value?.[0]?.repoKey;
  return (
    <>
      <p>{text(messages.none)}</p>
      <ol className="ins-steps">
        <li>
          <h3>{text(messages.repository)}</h3>
          <FetchedView fetched={targets} failure={text(messages.targetsFailed)}>
            {(found) => <Repositories found={found ?? []} selected={repository} onSelect={setSelected} />}
          </FetchedView>
        </li>
        <li>
          <h3>{text(messages.client)}</h3>
          <ClientSetUp repository={repository} />
        </li>
        <li>
          <h3>{text(messages.arrive)}</h3>
          <p>
            {failure === undefined ? text(messages.waiting) : text(messages.lookFailed, { cause: failure })}
          </p>
        </li>
      </ol>
    </>
  );
});

const Repositories = observer(function Repositories(props: {
  found: readonly DeployRepository[];
  selected: string | undefined;
  onSelect: (key: string) => void;
}) {
  const { found, selected = '', onSelect } = props;
  const text = useText();
  const admin = useShell().user.current?.admin === true;
  return (
    <>
      {found.length > 0 ? (
        <SelectField
          label={text(messages.repositoryField)}
          value={selected}
          options={found.map(({ repoKey: key, repoType: type }) => ({
            key,
            label: text(messages.named, { key, type }),
          }))}
          onChange={onSelect}
        />
      ) : (
        <p>{text(admin ? messages.noTargetAdmin : messages.noTarget)}</p>
      )}
      <Link className={buttonClass('plain')} to={admin ? '/admin/quick-setup' : '/repos/tree'}>
        {text(admin ? messages.create : messages.browse)}
      </Link>
    </>
  );
});

const ClientSetUp = observer(function ClientSetUp({ repository }: { repository: string | undefined }) {
  const text = useText();
  const shell = useShell();
  const query = repository === undefined ? '' : `?repo=${encodeURIComponent(repository)}`;
  return (
    <>
      <p>{text(messages.clientMore)}</p>
      {shell.allows(SET_ME_UP) && (
        <Link className={buttonClass('main')} to={`/set-me-up${query}`}>
          {text(messages.setUp)}
        </Link>
      )}
    </>
  );
});
