import type { BuildRuns } from '@lading/contract/rest';
import { Fetched, SelectField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { fetchRuns } from '../buildsApi.ts';
import { messages } from './messages.ts';

interface Props {
  readonly name: string;
  readonly number: string;
  /** Number of the other run; empty for no comparison. */
  readonly chosen: string;
  readonly onChoose: (number: string) => void;
}

/** Selects another run of the build. Renders nothing when there is none. */
export const CompareField = observer(function CompareField({ name, number, chosen, onChoose }: Props) {
  const { http } = useShell();
  const text = useText();
  const runs = useMemo(
    () => new Fetched<BuildRuns | undefined>(undefined, (signal) => fetchRuns(http, name, undefined, signal)),
    [http, name],
  );
  useEffect(() => {
    void runs.need();
    return () => runs.dispose();
  }, [runs]);
  const others = [...new Set(runs.value?.runs.map((run) => run.number))].filter((each) => each !== number);
  if (others.length === 0 && chosen === '') return null;
  const keys = chosen === '' || others.includes(chosen) ? others : [chosen, ...others];
  return (
    <div className="builds-compare">
      <SelectField
        label={text(messages.compare)}
        value={chosen}
        options={[{ key: '', label: text(messages.nothing) }, ...keys.map((key) => ({ key, label: key }))]}
        onChange={onChoose}
      />
    </div>
  );
});
