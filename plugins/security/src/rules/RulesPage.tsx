import type { AuthSettings } from '@lading/contract/rest';
import { Fetched, FetchedView, PageFrame, useShell, useText } from '@lading/ui';
import { useMemo, useState } from 'react';
import { messages as formMessages } from '../form/messages.ts';
import { SettingsForm } from '../form/SettingsForm.tsx';
import { SettingsStore } from '../form/SettingsStore.ts';
import { changeRules, fetchRules } from '../securityApi.ts';
import { messages } from './messages.ts';
import { patchOf } from './patchOf.ts';
import { RULE_SECTIONS } from './sections.ts';

/** Anonymous access, passwords, lock-out, sessions, second factor, registration and the sign-in page. */
export function RulesPage() {
  const { http } = useShell();
  const text = useText();
  const fetched = useMemo(
    () => new Fetched<AuthSettings | undefined>(undefined, (signal) => fetchRules(http, signal)),
    [http],
  );
  return (
    <PageFrame heading={text(messages.title)}>
      <FetchedView fetched={fetched} failure={text(formMessages.notRead)}>
        {(settings) => settings && <RulesForm settings={settings} />}
      </FetchedView>
    </PageFrame>
  );
}

function RulesForm({ settings }: { settings: AuthSettings }) {
  const { http } = useShell();
  const [store] = useState(
    () =>
      new SettingsStore({
        sections: RULE_SECTIONS,
        settings,
        save: (values, changed) => changeRules(http, patchOf(values, changed)),
      }),
  );
  return <SettingsForm store={store} />;
}
