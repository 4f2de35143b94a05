import { useText } from '@lading/ui';
import { CheckField, type FormStore, LinesField } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { GrantsField } from './GrantsField.tsx';
import { messages } from './messages.ts';
import { NameMatches } from './NameMatches.tsx';
import type { PermissionValues } from './permissionValues.ts';

/** Builds of a permission, by name, and the actions that it grants. */
export const BuildsField = observer(function BuildsField({ store }: { store: FormStore<PermissionValues> }) {
  const text = useText();
  const { builds, buildInclude, buildExclude } = store.values;
  return (
    <>
      <h2>{text(messages.builds)}</h2>
      <CheckField
        label={text(messages.alsoBuilds)}
        name="builds"
        value={builds}
        onChange={(on) => store.set('builds', on)}
        help={text(messages.alsoBuildsHelp)}
      />
      {builds && (
        <>
          <LinesField
            label={text(messages.buildInclude)}
            name="buildInclude"
            value={buildInclude}
            onChange={(patterns) => store.set('buildInclude', patterns)}
          />
          <LinesField
            label={text(messages.exclude)}
            name="buildExclude"
            value={buildExclude}
            onChange={(patterns) => store.set('buildExclude', patterns)}
            help={text(messages.buildPatternHelp)}
          />
          <NameMatches resource="build" include={buildInclude} exclude={buildExclude} />
          <GrantsField store={store} resource="build" />
        </>
      )}
    </>
  );
});
