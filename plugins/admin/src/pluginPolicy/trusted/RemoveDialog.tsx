import type { ManagedPlugin } from '@lading/contract/rest';
import { Button, Dialog, Fetched, FetchedView, useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { fetchOverview } from '../../plugins/pluginsApi.ts';
import { messages } from './messages.ts';

interface Props {
  /** Name of what is removed. */
  readonly name: string;
  /** Whether a plugin in use is no longer trusted then. */
  readonly isAffected: (plugin: ManagedPlugin) => boolean;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

const NONE: readonly ManagedPlugin[] = [];

/** Confirms that something is no longer trusted, and lists the plugins in use that it affects. */
export function RemoveDialog({ name, isAffected, onRemove, onClose }: Props) {
  const text = useText();
  const { http } = useShell();
  const [plugins] = useState(
    () => new Fetched(NONE, async (signal) => (await fetchOverview(http, signal)).plugins),
  );
  useEffect(() => () => plugins.dispose(), [plugins]);
  return (
    <Dialog title={text(messages.removeTitle, { name })} onCancel={onClose}>
      <FetchedView fetched={plugins} failure={text(messages.affectedFailed)}>
        {(all) => <Affected plugins={all.filter((one) => one.state !== 'available' && isAffected(one))} />}
      </FetchedView>
      <p className="ld-soft">{text(messages.whenSaved)}</p>
      <div className="admin-trusted__buttons">
        <Button label={text(messages.cancel)} onClick={onClose} />
        <Button kind="danger" label={text(messages.removeVerb)} onClick={onRemove} />
      </div>
    </Dialog>
  );
}

function Affected({ plugins }: { readonly plugins: readonly ManagedPlugin[] }) {
  const text = useText();
  if (plugins.length === 0) return <p>{text(messages.noneAffected)}</p>;
  return (
    <>
      <p>{text(messages.affected)}</p>
      <ul className="admin-trusted__affected">
        {plugins.map(({ specifier, version }) => (
          <li key={specifier}>
            {specifier} {version}
          </li>
        ))}
      </ul>
    </>
  );
}
