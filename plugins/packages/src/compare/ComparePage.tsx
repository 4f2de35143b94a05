import {
  Button,
  EmptyState,
  Fetched,
  FetchedView,
  PageFrame,
  SelectField,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { packageAddress, partsOfPackageId } from '../address/packageAddress.ts';
import { wholePackageId } from '../query/versionQuery.ts';
import { ComparisonView } from './ComparisonView.tsx';
import css from './compare.css?inline';
import { fetchVersionNames } from './compareApi.ts';
import { messages } from './messages.ts';

/** Compares two versions of a package. The URL contains the versions. */
export const ComparePage = observer(function ComparePage() {
  useStyles(css);
  const shell = useShell();
  const { http } = shell;
  const text = useText();
  const navigate = useNavigate();
  const { packageId: asked = '' } = useParams();
  const { search } = useLocation();
  const packageId = wholePackageId(asked, search);
  const keys = new URLSearchParams(search);
  const [from, to] = [keys.get('from') ?? '', keys.get('to') ?? ''];
  const names = useMemo(
    () => new Fetched<readonly string[]>([], (signal) => fetchVersionNames(http, packageId, signal)),
    [http, packageId],
  );
  useEffect(() => () => names.dispose(), [names]);
  const { name } = partsOfPackageId(packageId);
  const heading = text(messages.heading);
  useEffect(() => shell.setTitle(`${heading}: ${name}`), [shell, heading, name]);
  const show = useCallback(
    (versions: { from: string; to: string }) => {
      const changed = new URLSearchParams(search);
      for (const [key, value] of Object.entries(versions)) changed.set(key, value);
      void navigate({ search: changed.toString() }, { replace: true });
    },
    [navigate, search],
  );
  const before = keys.has('from') ? '' : versionBefore(to, names.value);
  useEffect(() => {
    if (before !== '') show({ from: before, to });
  }, [before, to, show]);
  return (
    <PageFrame
      above={[
        { label: text(messages.packages), to: '/packages' },
        { label: name, to: packageAddress(packageId) },
      ]}
      heading={heading}
    >
      <FetchedView fetched={names} failure={text(messages.versionsFailed)}>
        {(known) => (
          <div className="compare-bar">
            <VersionSelect
              label={text(messages.from)}
              known={known}
              value={from}
              onChange={(version) => show({ from: version, to })}
            />
            <VersionSelect
              label={text(messages.to)}
              known={known}
              value={to}
              onChange={(version) => show({ from, to: version })}
            />
            <Button
              kind="plain"
              label={text(messages.swap)}
              disabled={!from && !to}
              onClick={() => show({ from: to, to: from })}
            />
          </div>
        )}
      </FetchedView>
      {from && to ? (
        <ComparisonView key={`${from}\n${to}`} packageId={packageId} from={from} to={to} />
      ) : (
        <EmptyState icon="tag" what={text(messages.selectTwo)} more={text(messages.selectTwoMore)} />
      )}
    </PageFrame>
  );
});

/**
 * The version that is preselected when the URL specifies none; empty if there is no other version.
 */
function versionBefore(version: string, newestFirst: readonly string[]): string {
  const at = newestFirst.indexOf(version);
  return at === -1 ? '' : (newestFirst[at + 1] ?? '');
}

function VersionSelect(props: {
  label: string;
  known: readonly string[];
  value: string;
  onChange: (version: string) => void;
}) {
  const text = useText();
  const { label, known, value, onChange } = props;
  // The URL can contain a version that is not among those that were loaded.
  const versions = value === '' || known.includes(value) ? known : [value, ...known];
  return (
    <SelectField
      label={label}
      value={value}
      options={[
        { key: '', label: text(messages.select) },
        ...versions.map((version) => ({ key: version, label: version })),
      ]}
      onChange={onChange}
    />
  );
}
