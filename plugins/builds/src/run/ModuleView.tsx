import type { BuildDetailFile, BuildDetails } from '@lading/contract/rest';
import { Button, useText } from '@lading/ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { fileAddress, versionAddress } from '../addresses.ts';
import { messages } from '../messages.ts';

/** Number of files shown initially, and added by each click. */
const STEP = 100;

/** A module with the files that it produced and used. */
export function ModuleView({ module }: { module: BuildDetails['modules'][number] }) {
  const text = useText();
  const { id, type, artifacts, dependencies } = module;
  return (
    <section className="builds-module">
      <h2>
        {id || text(messages.unnamedModule)} {type && <span className="builds-type">{type}</span>}
      </h2>
      {artifacts.length === 0 && dependencies.length === 0 && (
        <p className="ld-soft">{text(messages.noArtifacts)}</p>
      )}
      <Files title={text(messages.artifacts)} files={artifacts} />
      <Files title={text(messages.dependencies)} files={dependencies} scopes />
    </section>
  );
}

function Files({
  title,
  files,
  scopes = false,
}: {
  title: string;
  files: readonly BuildDetailFile[];
  scopes?: boolean;
}) {
  const text = useText();
  const [shown, setShown] = useState(STEP);
  if (files.length === 0) return null;
  const left = files.length - shown;
  return (
    <>
      <table className="builds-table">
        <caption>
          {title} ({files.length})
        </caption>
        <thead>
          <tr>
            <th scope="col">{text(messages.file)}</th>
            <th scope="col">{text(scopes ? messages.scopes : messages.type)}</th>
            <th scope="col">{text(messages.found)}</th>
          </tr>
        </thead>
        <tbody>
          {files.slice(0, shown).map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order stays
            <tr key={at}>
              <th scope="row" title={file.sha256 || file.sha1}>
                {file.name}
              </th>
              <td data-label={text(scopes ? messages.scopes : messages.type)}>
                {scopes ? file.scopes.join(', ') : file.type}
              </td>
              <td data-label={text(messages.found)}>
                <Places found={file.found} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button
          label={text(messages.showMore, { count: Math.min(left, STEP) })}
          onClick={() => setShown(shown + STEP)}
        />
      )}
    </>
  );
}

function Places({ found }: { found: BuildDetailFile['found'] }) {
  const text = useText();
  if (found.length === 0) return <span className="ld-soft">{text(messages.notFound)}</span>;
  return (
    <>
      {found.map((place) => (
        <span key={`${place.repo}/${place.path}`} className="builds-place">
          {place.package && (
            <Link to={versionAddress(place.package)}>
              {place.package.name} {place.package.version}
            </Link>
          )}
          <Link className="builds-path" to={fileAddress(place)}>
            {place.repo}/{place.path}
          </Link>
        </span>
      ))}
    </>
  );
}
