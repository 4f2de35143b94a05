import type { Distributions } from '@lading/contract/rest';
import { Button, Dialog, FormFailure, useShell, useText } from '@lading/ui';
import { CheckField } from '@lading/ui/edit';
import { type FormEvent, useState } from 'react';
import { distribute } from './edgesApi.ts';
import { messages } from './messages.ts';

interface Props {
  readonly name: string;
  readonly version: string;
  readonly edges: Distributions['edges'];
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Selects the edges that a version is distributed to. */
export function DistributeDialog({ name, version, edges, onCancel, onDone }: Props) {
  const { http } = useShell();
  const text = useText();
  const [selected, setSelected] = useState(
    () => new Set(edges.filter(({ present }) => !present).map(({ id }) => id)),
  );
  const [createRepositories, setCreateRepositories] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await distribute(
        http,
        { name, version },
        { edges: [...selected], kind: 'distribute', createRepositories },
      );
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const change = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  return (
    <Dialog title={text(messages.distribute)} onCancel={() => !busy && onCancel()}>
      <form className="bundles-dialog" onSubmit={(event) => void submit(event)} noValidate>
        {failure !== undefined && <FormFailure text={text(messages.orderFailed, { cause: failure })} />}
        <p className="ld-soft">{text(messages.distributeAbout)}</p>
        <fieldset className="bundles-edges">
          <legend>{text(messages.selectEdges)}</legend>
          {edges.map((edge) => (
            <CheckField
              key={edge.id}
              name={edge.id}
              label={edge.present ? text(messages.present, { name: placedName(edge) }) : placedName(edge)}
              value={selected.has(edge.id)}
              onChange={(value) => change(edge.id, value)}
            />
          ))}
        </fieldset>
        <CheckField
          name="createRepositories"
          label={text(messages.createRepositories)}
          value={createRepositories}
          onChange={setCreateRepositories}
        />
        <div className="bundles-buttons">
          <Button
            kind="main"
            type="submit"
            label={text(messages.distribute)}
            busy={busy}
            disabled={selected.size === 0}
          />
          <Button label={text(messages.cancel)} disabled={busy} onClick={onCancel} />
        </div>
      </form>
    </Dialog>
  );
}

/** The name of an edge, with its place if that is known. */
function placedName({ name, city, country }: Distributions['edges'][number]): string {
  return [name, [city, country].filter(Boolean).join(', ')].filter(Boolean).join(' · ');
}
