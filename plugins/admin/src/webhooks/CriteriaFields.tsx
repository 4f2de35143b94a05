import { Fetched, useShell, useText } from '@lading/ui';
import { CheckField, FormSection, type FormStore, LinesField, PickField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { formTexts } from './messages.ts';
import { PatternMatches } from './PatternMatches.tsx';
import { fetchBuildNames, fetchBundleNames, fetchEnvironments, fetchRepositoryKeys } from './webhooksApi.ts';
import { criteriaOf, type WebhookValues } from './webhookValues.ts';

interface Props {
  readonly store: FormStore<WebhookValues>;
}

/** Fields that select the events of the domain to send. */
export const CriteriaFields = observer(function CriteriaFields({ store }: Props) {
  const text = useText();
  const field = useFields(store);
  const { domain, includePatterns, excludePatterns } = store.values;
  const kind = criteriaOf(domain);
  if (domain === '' || kind === 'none') return null;
  return (
    <FormSection heading={text(formTexts.filters)}>
      {kind === 'repositories' && <RepositoryFields store={store} />}
      {kind === 'builds' && <BuildFields store={store} />}
      {(kind === 'bundles' || kind === 'environments') && <BundleFields store={store} />}
      {kind === 'environments' && <EnvironmentFields store={store} />}
      <LinesField
        {...field('includePatterns', text(formTexts.includePatterns))}
        help={text(formTexts.patternsHelp)}
      />
      <LinesField
        {...field('excludePatterns', text(formTexts.excludePatterns))}
        help={text(formTexts.excludeHelp)}
      />
      {kind !== 'repositories' && (
        <PatternMatches
          kind={kind === 'builds' ? 'buildPatterns' : 'releaseBundles'}
          patterns={{ includePatterns, excludePatterns }}
        />
      )}
    </FormSection>
  );
});

/** Choices that are loaded when the field is first used. */
function useChoices(fetch: (signal: AbortSignal) => Promise<readonly string[]>): Fetched<readonly string[]> {
  const [choices] = useState(() => new Fetched<readonly string[]>([], fetch));
  useEffect(() => () => choices.dispose(), [choices]);
  return choices;
}

const RepositoryFields = observer(function RepositoryFields({ store }: Props) {
  const { http } = useShell();
  const text = useText();
  const field = useFields(store);
  const choices = useChoices(async (signal) => {
    const types = ['local', 'remote', 'federated'] as const;
    const found = await Promise.all(types.map((type) => fetchRepositoryKeys(http, type, signal)));
    return [...new Set(found.flat())].sort();
  });
  return (
    <>
      <CheckField {...field('anyLocal', text(formTexts.anyLocal))} />
      <CheckField {...field('anyRemote', text(formTexts.anyRemote))} />
      <CheckField
        {...field('anyFederated', text(formTexts.anyFederated))}
        help={text(formTexts.anyFederatedHelp)}
      />
      <PickField {...field('repoKeys', text(formTexts.repoKeys))} options={choices} />
    </>
  );
});

const BuildFields = observer(function BuildFields({ store }: Props) {
  const { http } = useShell();
  const text = useText();
  const field = useFields(store);
  const choices = useChoices((signal) => fetchBuildNames(http, signal));
  return (
    <>
      <CheckField {...field('anyBuild', text(formTexts.anyBuild))} />
      <PickField {...field('selectedBuilds', text(formTexts.selectedBuilds))} options={choices} />
    </>
  );
});

const BundleFields = observer(function BundleFields({ store }: Props) {
  const { http } = useShell();
  const text = useText();
  const field = useFields(store);
  const choices = useChoices((signal) => fetchBundleNames(http, signal));
  return (
    <>
      <CheckField {...field('anyReleaseBundle', text(formTexts.anyReleaseBundle))} />
      <PickField {...field('bundles', text(formTexts.bundles))} options={choices} />
    </>
  );
});

const EnvironmentFields = observer(function EnvironmentFields({ store }: Props) {
  const { http } = useShell();
  const text = useText();
  const field = useFields(store);
  const choices = useChoices((signal) => fetchEnvironments(http, signal));
  return (
    <PickField
      {...field('environments', text(formTexts.environments))}
      options={choices}
      help={text(formTexts.environmentsHelp)}
    />
  );
});
