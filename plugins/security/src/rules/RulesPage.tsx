import type { AuthSettings } from '@lading/contract/rest';
import { useShell, useText } from '@lading/ui';
import { EditPage } from '@lading/ui/edit';
import { useState } from 'react';
import { messages as formMessages } from '../form/messages.ts';
import { SettingsForm } from '../form/SettingsForm.tsx';
import { SettingsStore } from '../form/SettingsStore.ts';
import { changeRules, fetchRules } from '../securityApi.ts';
import { messages } from './messages.ts';
import { patchOf } from './patchOf.ts';
import { RULE_SECTIONS } from './sections.ts';

export { rulePages } from './rulePages.ts';

/** Anonymous access, passwords, lockout, sessions, MFA, registration, and the sign-in page. */
export function RulesPage() {
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      heading={text(messages.title)}
      fetch={(signal) => fetchRules(http, signal)}
      failure={text(formMessages.notRead)}
    >
      {(settings) => settings && <RulesForm settings={settings} />}
    </EditPage>
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
