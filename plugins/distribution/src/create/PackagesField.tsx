import { Button, useShell, useText } from '@lading/ui';
import { SuggestField } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messages } from './messages.ts';
import { type PackageVersion, packageText } from './newBundle.ts';
import { type FoundPackage, searchPackages, searchVersions } from './packageSearch.ts';
import { useSearched } from './useSearched.ts';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly value: readonly PackageVersion[];
  readonly onChange: (value: readonly PackageVersion[]) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
}

/** Selects package versions: first a package by typing, then one of its versions. */
export function PackagesField({ name, label, value, onChange, onBlur, error }: Props) {
  const text = useText();
  const [selected, setSelected] = useState<FoundPackage>();
  const fields = useRef<HTMLDivElement>(null);
  const focus = (field: string) => fields.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const add = (added: PackageVersion) => {
    if (!value.some((each) => keyOf(each) === keyOf(added))) onChange([...value, added]);
    setSelected(undefined);
    focus(name);
  };
  return (
    <div className="bundles-packages" ref={fields}>
      <PackageSearch {...{ name, label, error, onBlur }} onSelect={setSelected} />
      {selected && <VersionSearch key={selected.id} of={selected} onSelect={add} />}
      {value.length > 0 && (
        <ul aria-label={text(messages.selectedPackages)}>
          {value.map((each) => (
            <li key={keyOf(each)}>
              <span>{packageText(each)}</span>
              <span className="ld-soft">{each.repository_key}</span>
              <Button
                kind="quiet"
                icon="close"
                iconOnly
                label={text(messages.removePackage, { name: packageText(each) })}
                onClick={() => {
                  onChange(value.filter((other) => other !== each));
                  focus(name);
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface PackageSearchProps extends Pick<Props, 'name' | 'label' | 'error' | 'onBlur'> {
  readonly onSelect: (selected: FoundPackage) => void;
}

const PackageSearch = observer(function PackageSearch(props: PackageSearchProps) {
  const { name, label, error, onBlur, onSelect } = props;
  const { http } = useShell();
  const text = useText();
  const search = useCallback(
    (typed: string, signal: AbortSignal) => searchPackages(http, typed, signal),
    [http],
  );
  const { results, onNeed, onTyped } = useSearched(search);
  const found = new Map(results.value.map((each) => [each.id, each]));
  return (
    <SuggestField
      name={name}
      label={label}
      options={results.settled ? [...found.keys()] : undefined}
      labelOf={(id) => {
        const { name: of = id, packageType = '' } = found.get(id) ?? {};
        return `${of} (${packageType})`;
      }}
      onNeed={onNeed}
      onTyped={onTyped}
      onAdd={(id) => {
        const one = found.get(id);
        if (one) onSelect(one);
      }}
      onBlur={onBlur}
      error={results.error ? text(messages.searchFailed, { cause: results.error.message }) : error}
      help={text(messages.packagesHelp)}
    />
  );
});

interface VersionSearchProps {
  readonly of: FoundPackage;
  readonly onSelect: (selected: PackageVersion) => void;
}

const VersionSearch = observer(function VersionSearch({ of, onSelect }: VersionSearchProps) {
  const { http } = useShell();
  const text = useText();
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const search = useCallback(
    (typed: string, signal: AbortSignal) => searchVersions(http, of.id, typed, signal),
    [http, of.id],
  );
  const { results, onNeed, onTyped } = useSearched(search);
  const found = new Map(results.value.map((each) => [text(messages.versionIn, { ...each }), each]));
  return (
    <div ref={field}>
      <SuggestField
        name="packageVersion"
        label={text(messages.packageVersion, { name: of.name })}
        options={results.settled ? [...found.keys()] : undefined}
        onNeed={onNeed}
        onTyped={onTyped}
        onAdd={(option) => {
          const one = found.get(option);
          if (one)
            onSelect({
              ...{ package_type: of.packageType, package_name: of.name },
              ...{ package_version: one.version, repository_key: one.repository },
            });
        }}
        error={results.error && text(messages.versionsFailed, { cause: results.error.message })}
        help={text(messages.packageVersionHelp)}
      />
    </div>
  );
});

const keyOf = (each: PackageVersion) => `${packageText(each)} ${each.repository_key}`;
