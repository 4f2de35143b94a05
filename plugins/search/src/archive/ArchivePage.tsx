import {
  Button,
  buttonClass,
  EmptyState,
  PageFrame,
  SelectField,
  TextField,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { PickField } from '@lading/ui/edit';
import { type FormEvent, useId, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import css from '../artifacts/artifacts.css?inline';
import { useChoices } from '../artifacts/choices.ts';
import { packagesAddress } from '../query/packageKeys.ts';
import { packageRefusalOf } from '../query/refusal.ts';
import { madeSearch, modelAddress, readModel, type SearchModel } from '../query/searchModel.ts';
import { SEARCH_TYPES } from '../query/searchTypes.ts';
import { messages } from './messages.ts';

const MISSING = {
  name: messages.missingName,
  type: messages.missingType,
  repository: messages.missingRepository,
} as const;

/** Searches packages in cold storage by name, type, and repository; all three are required. */
export function ArchivePage() {
  useStyles(css);
  const text = useText();
  const { search } = useLocation();
  const asked = readModel(search);
  return (
    <PageFrame heading={text(messages.heading)}>
      <PackageForm key={search} asked={asked} />
      {packageRefusalOf(asked).length > 0 ? (
        <EmptyState icon="database" what={text(messages.start)} more={text(messages.startMore)} />
      ) : (
        <EmptyState icon="database" what={text(messages.none)} more={text(messages.noneMore)}>
          <Link
            className={buttonClass('plain')}
            to={packagesAddress({ name: [asked.name], package_type: asked.pkgType, repos: asked.repo })}
          >
            {text(messages.asPackage)}
          </Link>
        </EmptyState>
      )}
    </PageFrame>
  );
}

function PackageForm({ asked }: { asked: SearchModel }) {
  const text = useText();
  const id = useId();
  const navigate = useNavigate();
  const { searches } = useShell();
  const [model, setModel] = useState(asked);
  const choices = useChoices();
  const change = (changed: Partial<SearchModel>) => setModel((before) => ({ ...before, ...changed }));
  const missing = packageRefusalOf(model);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing.length > 0) return;
    searches.add(madeSearch('archive', model));
    void navigate({ pathname: '/artifactoryRetention/search', search: modelAddress(model) });
  };
  return (
    <search className="search-form" aria-label={text(messages.heading)}>
      <form onSubmit={submit}>
        <div className="search-panel search-panel--alone">
          <TextField
            label={text(messages.name)}
            required
            value={model.name}
            onChange={(name) => change({ name })}
          />
          <SelectField
            label={text(messages.type)}
            value={model.pkgType[0] ?? ''}
            options={[
              { key: '', label: text(messages.choose) },
              ...SEARCH_TYPES.filter((type) => type !== 'All').map((key) => ({
                key: key as string,
                label: key,
              })),
            ]}
            onChange={(type) => change({ pkgType: type === '' ? [] : [type] })}
          />
          <PickField
            label={text(messages.repositories)}
            name="repo"
            value={model.repo}
            options={choices.repositories}
            free
            onChange={(repo) => change({ repo })}
          />
          <div className="search-buttons">
            <Button
              kind="main"
              type="submit"
              icon="search"
              label={text(messages.search)}
              disabled={missing.length > 0}
              aria-describedby={`${id}-why`}
            />
          </div>
        </div>
        {missing.length > 0 && (
          <p className="search-why ld-soft" id={`${id}-why`} role="status">
            {text(messages.needs, { missing: missing.map((part) => text(MISSING[part])).join(', ') })}
          </p>
        )}
      </form>
    </search>
  );
}
