import type { BundleOverview } from '@lading/contract/rest';
import { Button, Fetched, FetchedView, Lazy, SelectField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { fetchOverview } from '../bundlesApi.ts';
import { messages as common } from '../messages.ts';
import { Comparison } from './Comparison.tsx';
import { messages } from './messages.ts';
import { VersionMatrix } from './VersionMatrix.tsx';

const NONE: BundleOverview = { environments: [], edges: [], versions: [] };
const dialog = () =>
  import('../promotion/PromotionDialog.tsx').then(({ PromotionDialog }) => PromotionDialog);

interface Props {
  readonly name: string;
  readonly version: string;
  readonly mayPromote: boolean;
  readonly onChanged: () => void;
}

/**
 * Shows the version in each environment, with a rollback to the previous one and a comparison with
 * another version.
 */
export const Overview = observer(function Overview({ name, version, mayPromote, onChanged }: Props) {
  const { http } = useShell();
  const text = useText();
  const overview = useMemo(
    () => new Fetched(NONE, (signal) => fetchOverview(http, name, signal)),
    [http, name],
  );
  useEffect(() => {
    void overview.need();
    return () => overview.dispose();
  }, [overview]);
  const [other, setOther] = useState('');
  return (
    <section>
      <h2>{text(messages.title)}</h2>
      <FetchedView fetched={overview} failure={text(messages.failed)}>
        {(found) => (
          <>
            <VersionMatrix name={name} version={version} overview={found} />
            {mayPromote && <Rollbacks name={name} overview={found} onChanged={onChanged} />}
            {found.versions.length > 1 && (
              <SelectField
                label={text(messages.compareWith)}
                value={other}
                options={[
                  { key: '', label: text(messages.noComparison) },
                  ...found.versions
                    .filter((each) => each.version !== version)
                    .map((each) => ({ key: each.version, label: each.version })),
                ]}
                onChange={setOther}
              />
            )}
            {other !== '' && <Comparison key={other} {...{ name, version, other }} />}
          </>
        )}
      </FetchedView>
    </section>
  );
});

interface RollbackProps {
  readonly name: string;
  readonly overview: BundleOverview;
  readonly onChanged: () => void;
}

/** A rollback promotes the previous version, which replaces the artifacts of the current one. */
function Rollbacks({ name, overview, onChanged }: RollbackProps) {
  const text = useText();
  const [selected, setSelected] = useState<{ environment: string; version: string }>();
  const close = () => setSelected(undefined);
  return (
    <div className="bundles-buttons">
      {overview.environments.map(
        ({ environment, previous }) =>
          previous !== null && (
            <Button
              key={environment}
              label={text(messages.rollback, { environment, version: previous })}
              onClick={() => setSelected({ environment, version: previous })}
            />
          ),
      )}
      {selected && (
        <Lazy
          load={dialog}
          failure={text(common.dialogFailed)}
          props={{
            ...{ name, version: selected.version, rollback: selected.environment, onCancel: close },
            onDone: () => {
              close();
              onChanged();
            },
          }}
        />
      )}
    </div>
  );
}
