import { useText } from '@lading/ui';
import { CheckField, type FormStore, LinesField } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { GrantsField } from './GrantsField.tsx';
import { messages } from './messages.ts';
import { NameMatches } from './NameMatches.tsx';
import type { PermissionValues } from './permissionValues.ts';

/** Release bundles of a permission, by name, and the actions that it grants. */
export const BundlesField = observer(function BundlesField({
  store,
}: {
  store: FormStore<PermissionValues>;
}) {
  const text = useText();
  const { bundles, bundleInclude, bundleExclude } = store.values;
  return (
    <>
      <h2>{text(messages.bundles)}</h2>
      <CheckField
        label={text(messages.alsoBundles)}
        name="bundles"
        value={bundles}
        onChange={(on) => store.set('bundles', on)}
        help={text(messages.alsoBundlesHelp)}
      />
      {bundles && (
        <>
          <LinesField
            label={text(messages.bundleInclude)}
            name="bundleInclude"
            value={bundleInclude}
            onChange={(patterns) => store.set('bundleInclude', patterns)}
          />
          <LinesField
            label={text(messages.exclude)}
            name="bundleExclude"
            value={bundleExclude}
            onChange={(patterns) => store.set('bundleExclude', patterns)}
            help={text(messages.bundlePatternHelp)}
          />
          <NameMatches resource="release_bundle" include={bundleInclude} exclude={bundleExclude} />
          <GrantsField store={store} resource="release_bundle" />
        </>
      )}
    </>
  );
});
