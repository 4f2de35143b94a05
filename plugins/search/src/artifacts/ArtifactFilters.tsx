import { Button, SelectField, TextField, useText } from '@lading/ui';
import { DateField, PickField } from '@lading/ui/edit';
import { type FormEvent, useId, useState } from 'react';
import { refusalOf } from '../query/refusal.ts';
import { BLANK, type SearchModel, withType } from '../query/searchModel.ts';
import { EXAMPLES, KINDS, type Kind, kindOf, SEARCH_TYPES } from '../query/searchTypes.ts';
import { type ArtifactQuery, filtersSet } from './artifactQuery.ts';
import { useChoices } from './choices.ts';
import { messages } from './messages.ts';
import { PropertiesField } from './PropertiesField.tsx';
import { VersionFields } from './VersionFields.tsx';

interface Props {
  readonly query: ArtifactQuery;
  readonly archiveIndexing: boolean;
  readonly onSearch: (model: SearchModel) => void;
  readonly onClear: () => void;
}

const REFUSALS = {
  nothing: messages.nothing,
  entry: messages.needsEntry,
  property: messages.needsProperty,
  checksum: messages.needsChecksum,
  notAChecksum: messages.notAChecksum,
  notADay: messages.notADay,
  badDates: messages.badDates,
} as const;

const KIND_LABELS = {
  quick: messages.quick,
  archive: messages.archive,
  property: messages.property,
  checksum: messages.checksum,
} as const satisfies Record<Kind, unknown>;

/** Filter bar and panel with all filters. Enter or the Search button applies the draft. */
export function ArtifactFilters({ query, archiveIndexing, onSearch, onClear }: Props) {
  const text = useText();
  const id = useId();
  const [model, setModel] = useState(query.model);
  const kind = kindOf(model.searchType, archiveIndexing);
  const count = filtersSet(kind, model);
  // On a phone the open panel would leave no room for the results.
  const [open, setOpen] = useState(count > 0 && innerWidth >= 768);
  const choices = useChoices();
  const change = (changed: Partial<SearchModel>) => setModel((before) => ({ ...before, ...changed }));
  const refusal = refusalOf(kind, model);
  const blank = model.name === '' && count === 0 && model.checksum === '' && model.properties.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!refusal) onSearch({ ...model, searchType: kind === 'quick' ? '' : kind });
  };
  const kinds = KINDS.filter((each) => each !== 'archive' || archiveIndexing);
  return (
    <search className="search-form" aria-label={text(messages.heading)}>
      <form onSubmit={submit}>
        <div className="search-bar">
          <SelectField<Kind>
            label={text(messages.kind)}
            value={kind}
            options={kinds.map((key) => ({ key, label: text(KIND_LABELS[key]) }))}
            onChange={(chosen) => {
              setModel(withType(model, chosen === 'quick' ? '' : chosen));
              setOpen(false);
            }}
          />
          <MainField kind={kind} model={model} onChange={change} />
          <div className="search-buttons">
            <Button
              kind="main"
              type="submit"
              icon="search"
              label={text(messages.search)}
              disabled={refusal !== undefined}
              aria-describedby={refusal ? `${id}-why` : undefined}
            />
            {kind !== 'checksum' && (
              <Button
                icon="filter"
                label={count > 0 ? text(messages.filtersSet, { count }) : text(messages.filters)}
                aria-expanded={open}
                aria-controls={`${id}-panel`}
                onClick={() => setOpen(!open)}
              />
            )}
            {!blank && (
              <Button
                kind="quiet"
                icon="close"
                label={text(messages.clear)}
                onClick={() => {
                  setModel({ ...BLANK, searchType: model.searchType });
                  onClear();
                }}
              />
            )}
          </div>
        </div>
        {refusal && (
          <p className="search-why ld-soft" id={`${id}-why`} role="status">
            {text(REFUSALS[refusal])}
          </p>
        )}
        <div className="search-panel" id={`${id}-panel`} hidden={!open || kind === 'checksum'}>
          {kind === 'archive' ? (
            <TextField
              label={text(messages.archiveName)}
              value={model.archive}
              placeholder={EXAMPLES.archive}
              onChange={(archive) => change({ archive })}
            />
          ) : (
            <TextField
              label={text(messages.path)}
              value={model.path}
              placeholder={EXAMPLES.path}
              onChange={(path) => change({ path })}
            />
          )}
          <PickField
            label={text(messages.repositories)}
            name="repo"
            value={model.repo}
            options={choices.repositories}
            free
            onChange={(repo) => change({ repo })}
          />
          <SelectField
            label={text(messages.type)}
            value={model.pkgType[0] ?? 'All'}
            options={typesOf(model).map((type) => ({
              key: type,
              label: type === 'All' ? text(messages.allTypes) : type,
            }))}
            onChange={(type) => change({ pkgType: type === 'All' ? [] : [type] })}
          />
          {kind !== 'archive' && (
            <>
              <DateField
                label={text(messages.after)}
                value={model.after}
                onChange={(after) => change({ after })}
              />
              <DateField
                label={text(messages.before)}
                value={model.before}
                onChange={(before) => change({ before })}
              />
            </>
          )}
          {kind === 'quick' && (
            <PropertiesField value={model.properties} onChange={(properties) => change({ properties })} />
          )}
          {query.model.checksum !== '' && (
            <TextField
              label={text(messages.checksum)}
              className="ld-mono"
              value={model.checksum}
              onChange={(checksum) => change({ checksum })}
            />
          )}
          <VersionFields model={model} licenses={choices.licenses} onChange={change} />
          {kind === 'archive' && (
            <div className="search-flags">
              <Flag
                label={text(messages.classOnly)}
                checked={model.searchClassOnly}
                onChange={(searchClassOnly) => change({ searchClassOnly })}
              />
              <Flag
                label={text(messages.noInner)}
                checked={model.excludeInnerClasses}
                onChange={(excludeInnerClasses) => change({ excludeInnerClasses })}
              />
            </div>
          )}
        </div>
      </form>
    </search>
  );
}

/** Adds the URL's package type to the options when it is not one of them. */
function typesOf({ pkgType }: SearchModel): readonly string[] {
  return [...new Set<string>([...SEARCH_TYPES, ...pkgType])];
}

interface MainProps {
  readonly kind: Kind;
  readonly model: SearchModel;
  readonly onChange: (changed: Partial<SearchModel>) => void;
}

function MainField({ kind, model, onChange }: MainProps) {
  const text = useText();
  if (kind === 'property')
    return <PropertiesField value={model.properties} onChange={(properties) => onChange({ properties })} />;
  const isChecksum = kind === 'checksum';
  const label = { quick: messages.name, archive: messages.entry, checksum: messages.checksumField }[kind];
  return (
    <TextField
      label={text(label)}
      value={isChecksum ? model.checksum || model.name : model.name}
      spellCheck={false}
      autoComplete="off"
      maxLength={500}
      className={isChecksum ? 'ld-mono' : ''}
      help={isChecksum ? undefined : text(kind === 'archive' ? messages.entryHelp : messages.nameHelp)}
      onChange={(typed) => onChange(isChecksum ? { checksum: typed, name: '' } : { name: typed })}
    />
  );
}

function Flag(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="search-flag">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={({ target }) => props.onChange(target.checked)}
      />
      {props.label}
    </label>
  );
}
