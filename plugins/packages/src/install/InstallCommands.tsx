import { CopyField, useStyles, useText } from '@lading/ui';
import css from './install.css?inline';
import { type Installed, installCommand } from './installCommands.ts';
import { messages } from './messages.ts';

interface Props {
  readonly installed: Installed;
  /** Where it can come from; more than one can be chosen among. */
  readonly repositories?: readonly string[];
  readonly onChoose?: (repoKey: string) => void;
}

/** How it is installed: its newest version, and the one that is named. Nothing where its type has no command. */
export function InstallCommands(props: Props) {
  useStyles(css);
  const text = useText();
  const { installed, repositories = [], onChoose } = props;
  const newest = installCommand({ ...installed, version: undefined });
  const exact = installed.version === undefined ? undefined : installCommand(installed);
  if (!newest) return null;
  return (
    <section className="packages-install">
      <h2>{text(messages.install)}</h2>
      {exact !== undefined && exact !== newest && (
        <div>
          <p className="ld-soft">{text(messages.thisVersion)}</p>
          <CopyField text={exact} what={text(messages.versionCommand)} prompt />
        </div>
      )}
      <div>
        {exact !== undefined && exact !== newest && <p className="ld-soft">{text(messages.newest)}</p>}
        <CopyField text={newest} what={text(messages.newestCommand)} prompt />
      </div>
      {repositories.length > 1 && (
        <label className="packages-install__from">
          <span className="ld-soft">{text(messages.from)}</span>
          <select value={installed.repoKey} onChange={(event) => onChoose?.(event.target.value)}>
            {repositories.map((repoKey) => (
              <option key={repoKey}>{repoKey}</option>
            ))}
          </select>
        </label>
      )}
    </section>
  );
}
