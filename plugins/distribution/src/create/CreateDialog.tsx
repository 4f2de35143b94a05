import type { HttpFailure } from '@lading/contract';
import { Dialog, SelectField, TextField, useShell, useStyles, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  type Fields,
  FormStore,
  LinesField,
  TextAreaField,
  useFields,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { createBundle } from '../bundlesApi.ts';
import { messages } from '../messages.ts';
import { ContentPreview } from './ContentPreview.tsx';
import css from './create.css?inline';
import { messages as own } from './messages.ts';
import { type BundleValues, bodyOf, checkBundle, EMPTY, type SourceType } from './newBundle.ts';
import { PackagesField } from './PackagesField.tsx';

interface Props {
  readonly onCancel: () => void;
  readonly onCreated: (name: string, version: string) => void;
}

const SOURCES = [
  { key: 'artifacts', label: messages.fromArtifacts },
  { key: 'builds', label: messages.fromBuild },
  { key: 'packages', label: own.fromPackages },
  { key: 'aql', label: messages.fromAql },
  { key: 'release_bundles', label: messages.fromBundle },
] as const;

const fieldOf = ({ code }: HttpFailure) => (code === 'RELEASE_BUNDLE_EXISTS' ? 'version' : undefined);

/** Creates a bundle version from one source. */
export const CreateDialog = observer(function CreateDialog({ onCancel, onCreated }: Props) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore(EMPTY, {
        check: checkBundle,
        fieldOf,
        save: (values: BundleValues) => createBundle(http, bodyOf(values)),
      }),
  );
  const field = useFields(store);
  const { name, version, sourceType } = store.values;
  return (
    <Dialog title={text(messages.createTitle)} onCancel={() => !store.busy && onCancel()}>
      <EditForm
        store={store}
        inDialog
        verb={text(messages.createVerb)}
        saved={text(messages.wasCreatedNow, { name, version })}
        onSaved={() => onCreated(name, version)}
        cancel={onCancel}
      >
        <p className="ld-soft">{text(messages.createAbout)}</p>
        <TextField {...field('name', text(messages.bundleName))} required autoComplete="off" />
        <TextField {...field('version', text(messages.version))} required autoComplete="off" />
        <SelectField<SourceType>
          {...field('sourceType', text(messages.sourceType))}
          options={SOURCES.map(({ key, label }) => ({ key, label: text(label) }))}
        />
        <SourceFields field={field} sourceType={sourceType} />
        <ContentPreview values={store.values} />
      </EditForm>
    </Dialog>
  );
});

function SourceFields({ field, sourceType }: { field: Fields<BundleValues>; sourceType: SourceType }) {
  const text = useText();
  switch (sourceType) {
    case 'artifacts':
      return (
        <LinesField
          {...field('artifacts', text(messages.artifactPaths))}
          rows={6}
          help={text(messages.artifactPathsHelp)}
        />
      );
    case 'builds':
      return (
        <>
          <TextField {...field('buildName', text(messages.buildName))} required autoComplete="off" />
          <TextField {...field('buildNumber', text(messages.buildNumber))} required autoComplete="off" />
          <CheckField {...field('dependencies', text(messages.dependencies))} />
        </>
      );
    case 'packages':
      return <PackagesField {...field('packages', text(own.packages))} />;
    case 'aql':
      return (
        <TextAreaField {...field('aql', text(messages.aql))} code rows={6} help={text(messages.aqlHelp)} />
      );
    case 'release_bundles':
      return (
        <>
          <TextField {...field('fromName', text(messages.fromName))} required autoComplete="off" />
          <TextField {...field('fromVersion', text(messages.fromVersion))} required autoComplete="off" />
        </>
      );
  }
}
