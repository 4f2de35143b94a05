import type { AvailablePackages, RepositoryConfiguration } from '@lading/contract/rest';
import { buttonClass, Fetched, FetchedView, PageFrame, useShell, useText } from '@lading/ui';
import { ReloadContext } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useMemo } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { messages as effective } from '../effective/messages.ts';
import { editPath, effectiveOfPath, type RepositoryClass, repositoriesPath } from '../paths.ts';
import { useRepositoryClass } from './classes.ts';
import { classMessages } from './classMessages.ts';
import { messages } from './messages.ts';
import { ReservedNames } from './names/ReservedNames.tsx';
import { RepositoryForm } from './RepositoryForm.tsx';
import { fetchPackageTypes, fetchRepository } from './repositoriesApi.ts';
import { repositoryFormat } from './repositoryFormats.ts';
import { newRepository, valuesOf } from './repositoryValues.ts';

/** Requirement of the Set Me Up page. */
const SET_ME_UP = { role: 'anyone', features: ['COMMON.NEW_SET_ME_UP'] } as const;

/** Creates a repository or edits an existing one. */
export function RepositoryPage() {
  const { key } = useParams();
  const type = useRepositoryClass();
  return key === undefined ? <NewRepository key={type} type={type} /> : <Existing key={key} name={key} />;
}

const NewRepository = observer(function NewRepository({ type }: { type: RepositoryClass }) {
  const { http, project } = useShell();
  const text = useText();
  const types = useMemo(
    () => new Fetched([], (signal) => fetchPackageTypes(http, type, signal)),
    [http, type],
  );
  const page = (content: ReactNode) => (
    <Framed type={type} heading={text(classMessages[type].create)}>
      {content}
    </Framed>
  );
  return page(
    <FetchedView fetched={types} failure={text(messages.typesFailed)}>
      {(known) => (
        <RepositoryForm
          type={type}
          types={known}
          values={newRepository(known[0]?.type ?? '', project.current)}
        />
      )}
    </FetchedView>,
  );
});

interface Found {
  readonly found: RepositoryConfiguration;
  readonly version: string | undefined;
  readonly types: AvailablePackages['packageTypes'];
}

const Existing = observer(function Existing({ name }: { name: string }) {
  const shell = useShell();
  const { http, user } = shell;
  const text = useText();
  const type = useRepositoryClass();
  const fetched = useMemo(
    () =>
      new Fetched<Found | undefined>(undefined, async (signal) => {
        const [found, types] = await Promise.all([
          fetchRepository(http, name, signal),
          fetchPackageTypes(http, undefined, signal),
        ]);
        return { found: found.value, version: found.version, types };
      }),
    [http, name],
  );
  const rclass = fetched.value?.found.rclass;
  if (rclass && rclass !== type) return <Navigate replace to={editPath(repositoriesPath(rclass), name)} />;
  return (
    <Framed
      type={type}
      heading={name}
      actions={
        <>
          <Link className={buttonClass('plain')} to={effectiveOfPath(name, '')}>
            {text(effective.link)}
          </Link>
          {shell.allows(SET_ME_UP) && (
            <Link className={buttonClass('plain')} to={`/set-me-up?repo=${encodeURIComponent(name)}`}>
              {text(messages.setMeUp)}
            </Link>
          )}
        </>
      }
    >
      <FetchedView fetched={fetched} failure={text(messages.failed)}>
        {(value) =>
          value && (
            <ReloadContext.Provider value={() => void fetched.fetch()}>
              <RepositoryForm
                type={value.found.rclass}
                types={value.types}
                values={valuesOf(value.found)}
                existing
                version={value.version}
              />
              {value.found.rclass === 'virtual' && user.current?.admin && (
                <ReservedNames
                  repository={name}
                  pattern={repositoryFormat(value.found.packageType).pattern}
                />
              )}
            </ReloadContext.Provider>
          )
        }
      </FetchedView>
    </Framed>
  );
});

function Framed(props: { type: RepositoryClass; heading: string; actions?: ReactNode; children: ReactNode }) {
  const text = useText();
  const { type, heading, actions, children } = props;
  return (
    <PageFrame
      actions={actions}
      above={[{ label: text(classMessages[type].heading), to: repositoriesPath(type) }]}
      heading={heading}
    >
      {children}
    </PageFrame>
  );
}
