import type { TreeNodeDetails } from '@lading/contract/rest';
import { CopyField, EmptyState, useShell, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Explains how to add content to an empty repository. */
export function EmptyRepository(props: { node: TreeNodeDetails }) {
  const { node } = props;
  const text = useText();
  const { user } = useShell();
  const what = text(messages.emptyRepository, { repo: node.repoKey });
  if (node.actions.deploy === true) {
    const command = `curl -u ${user.current?.name ?? 'USER'} -T file.txt ${location.origin}${node.uri}/folder/file.txt`;
    return (
      <EmptyState icon="folder" what={what} more={text(messages.emptyHow)}>
        <CopyField text={command} what={text(messages.uploadCommand)} prompt />
      </EmptyState>
    );
  }
  const more =
    node.repoType === 'remote'
      ? text(messages.emptyRemote)
      : node.repoType === 'virtual'
        ? text(messages.emptyVirtual)
        : text(messages.emptyClient, { type: node.repoPkgType });
  return <EmptyState icon="folder" what={what} more={more} />;
}
