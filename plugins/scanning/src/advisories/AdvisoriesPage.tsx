import {
  Button,
  PageFrame,
  SEVERITIES,
  SEVERITY_LABELS,
  SelectField,
  TextField,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import css from '../scanning.css?inline';
import type { AdvisoryFilter } from '../scanningApi.ts';
import { AdvisoriesStore } from './AdvisoriesStore.ts';
import { AdvisoryList } from './AdvisoryList.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { ImportStore } from './ImportStore.ts';
import { messages } from './messages.ts';
import { sendFile } from './sendFile.ts';

/** Milliseconds between two requests for the progress of an import. */
const POLL_MS = 1000;

/** Ecosystem names as used by OSV. Advisories of other ecosystems can be found by package name. */
const ECOSYSTEMS = ['npm', 'PyPI', 'Maven', 'Go', 'crates.io', 'NuGet', 'RubyGems', 'Packagist'];

/** Lists the vulnerability advisories and imports new ones. The filters are in the URL. */
export const AdvisoriesPage = observer(function AdvisoriesPage() {
  useStyles(css);
  const text = useText();
  const { http } = useShell();
  const [search, setSearch] = useSearchParams();
  // Number of imports that ended while the page is open; each end reloads the list.
  const [landed, setLanded] = useState(0);
  const [imports] = useState(() => new ImportStore(http, sendFile, () => setLanded((before) => before + 1)));
  useProgress(imports);
  const filter = {
    query: search.get('query') ?? '',
    severity: search.get('severity') ?? '',
    ecosystem: search.get('ecosystem') ?? '',
  };
  const change = (next: Partial<AdvisoryFilter>) =>
    setSearch((before) => {
      const others = [...before].filter(([key]) => !(key in filter));
      return [...others, ...Object.entries({ ...filter, ...next }).filter(([, value]) => value !== '')];
    });
  return (
    <PageFrame heading={text(messages.title)} actions={<ImportButton imports={imports} />}>
      <p className="scanning-about ld-soft">{text(messages.about)}</p>
      <Filters key={filter.query} filter={filter} onChange={change} />
      <ImportPanel store={imports} />
      <Matching key={JSON.stringify(filter)} filter={filter} onChange={change} landed={landed} />
    </PageFrame>
  );
});

/** Polls the progress while an import runs, including imports started elsewhere. */
function useProgress(imports: ImportStore): void {
  const { periodic } = useShell();
  useEffect(() => {
    // The next poll retries after a failure; the list shows the error.
    imports.look().catch(() => {});
    return periodic.repeat(async (signal) => {
      if (imports.running) await imports.look(signal);
    }, POLL_MS);
  }, [imports, periodic]);
}

interface Props {
  readonly filter: AdvisoryFilter;
  readonly onChange: (next: Partial<AdvisoryFilter>) => void;
}

function Matching({ filter, onChange, landed }: Props & { landed: number }) {
  const { http } = useShell();
  const [store] = useState(() => new AdvisoriesStore(http, filter));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is why to ask anew
  useEffect(() => void store.again(), [store, landed]);
  useEffect(() => () => store.dispose(), [store]);
  return (
    <AdvisoryList
      store={store}
      filtered={Object.values(filter).some((value) => value !== '')}
      onClear={() => onChange({ query: '', severity: '', ecosystem: '' })}
    />
  );
}

function Filters(props: Props) {
  const text = useText();
  const { filter, onChange } = props;
  const [typed, setTyped] = useState(filter.query);
  const severities = SEVERITIES.map((key) => ({ key: key as string, label: text(SEVERITY_LABELS[key]) }));
  return (
    <form
      className="scanning-filters"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onChange({ query: typed.trim() });
      }}
    >
      <TextField
        label={text(messages.search)}
        value={typed}
        onChange={setTyped}
        spellCheck={false}
        autoComplete="off"
      />
      <SelectField
        label={text(messages.severity)}
        value={filter.severity}
        options={[{ key: '', label: text(messages.every) }, ...severities]}
        onChange={(severity) => onChange({ query: typed.trim(), severity })}
      />
      <SelectField
        label={text(messages.ecosystem)}
        value={filter.ecosystem}
        options={[
          { key: '', label: text(messages.everywhere) },
          ...ECOSYSTEMS.map((name) => ({ key: name, label: name })),
        ]}
        onChange={(ecosystem) => onChange({ query: typed.trim(), ecosystem })}
      />
      <Button type="submit" label={text(messages.show)} />
    </form>
  );
}

const ImportButton = observer(function ImportButton({ imports }: { imports: ImportStore }) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        className="scanning-hidden"
        type="file"
        accept=".zip,.json,.ndjson,.jsonl"
        tabIndex={-1}
        aria-label={text(messages.file)}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void imports.send(file);
          // Lets the user select the same file again.
          target.value = '';
        }}
      />
      <Button
        kind="main"
        icon="add"
        label={text(messages.import)}
        busy={imports.sending !== undefined}
        onClick={() => field.current?.click()}
      />
    </>
  );
});
