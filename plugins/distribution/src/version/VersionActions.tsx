import type { BundleDetails } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import { useDelete } from '@lading/ui/edit';
import { deleteVersion } from '../bundlesApi.ts';
import { messages } from '../messages.ts';

interface Props {
  readonly details: BundleDetails;
  /** The list of bundles. */
  readonly back: string;
  readonly onChanged: () => void;
}

/** What the user has permission to do with a version. */
export function VersionActions({ details, back }: Props) {
  const { http } = useShell();
  const text = useText();
  const { name, version, mayDelete } = details;
  const remove = useDelete({
    name: `${name} ${version}`,
    back,
    consequence: () => text(messages.deleteConsequence, { count: details.artifacts }),
    remove: () => deleteVersion(http, name, version),
    onRemoved: () => {},
  });
  return mayDelete ? (
    <Button kind="danger" label={text(messages.deleteVersion)} onClick={() => void remove()} />
  ) : null;
}
