import { CopyField, useText } from '@lading/ui';
import { formatOf } from '../types/packageTypes.ts';
import { type Installed, installCommand, setUpCommand } from './installCommands.ts';
import { messages } from './messages.ts';

/** Shows the setup and install commands of a format without guides. */
export function PlainInstall({ version, ...installed }: Installed) {
  const text = useText();
  const { type, repoKey, system = 'linux' } = installed;
  const setUp = setUpCommand(type, repoKey, system);
  const newest = installCommand(installed);
  const exact = version === undefined ? undefined : installCommand({ ...installed, version });
  const only = newest ?? exact;
  if (only === undefined) return null;
  const both = exact !== undefined && newest !== undefined && exact !== newest;
  return (
    <>
      {formatOf(type)?.cli && setUp === undefined && <p className="ld-soft">{text(messages.notHere)}</p>}
      {both && (
        <>
          <p className="ld-soft">{text(messages.thisVersion)}</p>
          <CopyField text={exact} what={text(messages.versionCommand)} prompt />
          <p className="ld-soft">{text(messages.newest)}</p>
        </>
      )}
      <CopyField
        text={only}
        what={text(newest === undefined ? messages.versionCommand : messages.newestCommand)}
        prompt
      />
      {setUp !== undefined && (
        <details className="packages-install__setup">
          <summary>{text(messages.setUp)}</summary>
          <CopyField text={setUp} what={text(messages.setUpCommand)} prompt />
        </details>
      )}
    </>
  );
}
