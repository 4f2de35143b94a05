import type { ScanPolicy } from '@lading/contract/rest';
import { SEVERITIES, SEVERITY_LABELS, SelectField, useShell, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  FormSection,
  FormStore,
  inSequence,
  LinesField,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { savePolicy } from '../scanningApi.ts';
import { messages } from './messages.ts';
import { type PolicyValues, policyOf, valuesOf } from './policyValues.ts';

/** Edits the policy, which is saved as a whole. */
export const PolicyForm = observer(function PolicyForm({ loaded }: { loaded: Versioned<ScanPolicy> }) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore(valuesOf(loaded.value), {
        save: inSequence(loaded.version, (version, values: PolicyValues) =>
          savePolicy(http, policyOf(values), version),
        ),
        valuesAfter: valuesOf,
      }),
  );
  const field = useFields(store);
  const severities = SEVERITIES.slice(0, 4).map((key) => ({
    key: key as PolicyValues['minSeverity'],
    label: text(messages.atLeast, { severity: text(SEVERITY_LABELS[key]) }),
  }));
  return (
    <EditForm store={store} saved={text(messages.saved)}>
      <FormSection heading={text(messages.licenses)}>
        <CheckField {...field('enabled', text(messages.enabled))} />
        <LinesField
          {...field('allowed', text(messages.allowed))}
          rows={5}
          help={text(messages.allowedHelp)}
        />
        <LinesField {...field('banned', text(messages.banned))} rows={5} help={text(messages.bannedHelp)} />
        <CheckField {...field('unknownViolates', text(messages.unknown))} />
        <CheckField {...field('missingViolatesEverywhere', text(messages.everywhere))} />
      </FormSection>
      <FormSection heading={text(messages.security)}>
        <SelectField
          {...field('minSeverity', text(messages.least))}
          options={[{ key: '', label: text(messages.never) }, ...severities]}
        />
      </FormSection>
    </EditForm>
  );
});
