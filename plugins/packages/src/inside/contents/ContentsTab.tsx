import { SelectField, useStyles, useText } from '@lading/ui';
import { ArchiveView } from '@lading/ui/preview';
import { useState } from 'react';
import css from './contents.css?inline';
import { messages } from './messages.ts';

export interface ContentsTabProps {
  readonly repoKey: string;
  /** Paths of the version's files; the first one is shown. */
  readonly paths: readonly string[];
}

/** Shows the files in the archives of a version. */
export function ContentsTab({ repoKey, paths }: ContentsTabProps) {
  useStyles(css);
  const text = useText();
  const [chosen, setChosen] = useState(paths[0] ?? '');
  return (
    <div className="inside-contents">
      {paths.length > 1 && (
        <SelectField
          label={text(messages.archive)}
          value={chosen}
          options={paths.map((path) => ({ key: path, label: path.slice(path.lastIndexOf('/') + 1) }))}
          onChange={setChosen}
        />
      )}
      <ArchiveView key={chosen} repoKey={repoKey} path={chosen} />
    </div>
  );
}
