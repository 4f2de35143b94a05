import type { TreeFile } from '@lading/contract/rest';
import { CopyField, useText } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { messages } from './messages.ts';

/** Shows the checksums of a file. */
export function ChecksumsTab(props: { file: TreeFile; name: string }) {
  const text = useText();
  const { checksums } = props.file;
  const kinds = ['sha256', 'sha1', 'md5'] as const;
  return (
    <Facts
      facts={kinds.map((kind) => [
        kind,
        <CopyField
          key={kind}
          text={checksums[kind]}
          what={text(messages.sumOf, { kind, file: props.name })}
        />,
      ])}
    />
  );
}
