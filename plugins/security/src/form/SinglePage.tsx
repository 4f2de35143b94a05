import type { Message } from '@lading/contract';
import { CopyField, useShell, useText } from '@lading/ui';
import { EditPage, inSequence, type Versioned } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { fetchSingle, removeSingle, type SinglePath, saveSingle, testSingle } from '../securityApi.ts';
import { type Section, valueAt } from './fields.ts';
import { messages } from './messages.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsStore } from './SettingsStore.ts';
import type { Extra } from './TestPanel.tsx';
import { useRemove } from './useRemove.ts';

/** Settings that exist only once, such as an email server or a directory. */
export interface Single {
  readonly path: SinglePath;
  readonly title: Message;
  readonly sections: readonly Section[];
  /** Defaults used while nothing is configured. */
  readonly fresh: object;
  /** Returns the body of the test request; without it there is no test. */
  readonly testBody?: (settings: Record<string, unknown>, extra: Readonly<Record<string, string>>) => object;
  readonly extras?: readonly Extra[];
  /** Values to configure at the other service, by property. */
  readonly there?: readonly Fact[];
  /** Parent page. */
  readonly above?: { readonly label: Message; readonly to: string };
  /** Page to open after the settings are deleted. */
  readonly back: string;
}

export function SinglePage({ single }: { single: Single }) {
  const { http } = useShell();
  const text = useText();
  const { above, path, title } = single;
  return (
    <EditPage
      id={path}
      heading={text(title)}
      {...(above ? { above: [{ label: text(above.label), to: above.to }] } : {})}
      fetch={(signal) => fetchSingle(http, path, signal)}
      failure={text(messages.notRead)}
    >
      {(found) => found && <SingleForm single={single} found={found} />}
    </EditPage>
  );
}

interface SingleFormProps {
  readonly single: Single;
  readonly found: Versioned<object | undefined>;
}

const SingleForm = observer(function SingleForm({ single, found }: SingleFormProps) {
  const { value: settings, version } = found;
  const { http } = useShell();
  const text = useText();
  const [there, setThere] = useState(settings !== undefined);
  const { path, testBody } = single;
  const [store] = useState(
    () =>
      new SettingsStore({
        sections: single.sections,
        settings: settings ?? single.fresh,
        save: inSequence(version, (latest, values: Record<string, unknown>) =>
          saveSingle(http, path, values, latest),
        ),
        ...(testBody ? { test: (values, extra) => testSingle(http, path, testBody(values, extra)) } : {}),
      }),
  );
  const remove = useRemove(store, {
    name: text(single.title),
    back: single.back,
    remove: () => removeSingle(http, path),
  });
  return (
    <SettingsForm
      store={store}
      onSaved={() => setThere(true)}
      {...(single.extras ? { extras: single.extras } : {})}
      {...(there ? { onRemove: () => void remove() } : {})}
    >
      <There settings={store.settings} facts={single.there ?? []} />
    </SettingsForm>
  );
});

/** Value to configure at the other service, by property; `long` values are shown on demand. */
export interface Fact {
  readonly key: string;
  readonly label: Message;
  readonly long?: boolean;
}

export function There(props: { settings: object; facts: readonly Fact[] }) {
  const text = useText();
  const facts = props.facts.flatMap(({ key, label, long = false }) => {
    const value = valueAt(props.settings, key);
    return typeof value === 'string' && value !== '' ? [{ label: text(label), value, long }] : [];
  });
  if (facts.length === 0) return null;
  return (
    <div className="security-there">
      {facts.map(({ label, value, long }) =>
        long ? (
          <details key={label}>
            <summary className="ld-soft">{label}</summary>
            <CopyField text={value} what={label} />
          </details>
        ) : (
          <div key={label}>
            <p className="ld-soft">{label}</p>
            <CopyField text={value} what={label} />
          </div>
        ),
      )}
    </div>
  );
}
