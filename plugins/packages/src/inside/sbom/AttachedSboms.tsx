import type { FilePreview, ImageReferrer, ImageReferrers, VersionFile } from '@lading/contract/rest';
import { Button, Fetched, FetchedView, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { isSbom } from './isSbom.ts';
import { messages } from './messages.ts';
import { sbomFacts } from './sbomFacts.ts';

type AttachedFile = Pick<VersionFile, 'name' | 'path' | 'size'>;

export interface AttachedSbomsProps {
  readonly files: readonly AttachedFile[];
  readonly repoKey: string;
  /** Of an image; undefined for other packages. */
  readonly referrers: Fetched<ImageReferrers> | undefined;
}

/** The bills of materials that were published with the version, or attached to the image. */
export function AttachedSboms({ files, repoKey, referrers }: AttachedSbomsProps) {
  const text = useText();
  const published = files.filter(({ name }) => isSbom(name));
  return (
    <section className="inside-section">
      <h2>{text(messages.attached)}</h2>
      {published.length > 0 && (
        <ul className="inside-attached">
          {published.map((file, at) => (
            <PublishedSbom key={file.path} file={file} repoKey={repoKey} isRead={at < READ} />
          ))}
        </ul>
      )}
      {referrers ? (
        <FetchedView fetched={referrers} failure={text(messages.attachedFailed)}>
          {(found) => <ImageSboms found={found} hasFiles={published.length > 0} />}
        </FetchedView>
      ) : (
        published.length === 0 && <p className="ld-soft">{text(messages.noneAttached)}</p>
      )}
    </section>
  );
}

/** SBOMs that are read when the tab opens. Others are read on request. */
const READ = 5;
/** Maximum size of a file, in bytes, whose text the platform returns. */
const MAX_SIZE = 1024 * 1024;
const NO_JSON = /\.(?:xml|ya?ml|rdf|tag)$/i;

/** Shows only the size of a file that is large or not JSON. */
const PublishedSbom = observer(function PublishedSbom(props: {
  file: AttachedFile;
  repoKey: string;
  isRead: boolean;
}) {
  const { http } = useShell();
  const formats = useFormats();
  const text = useText();
  const { repoKey, isRead } = props;
  const { name, size, path } = props.file;
  const isReadable = size <= MAX_SIZE && !NO_JSON.test(name);
  const preview = useMemo(
    () =>
      new Fetched<FilePreview | undefined>(undefined, (signal) =>
        http.json('/ui/api/v1/ui/contents/preview', { query: { repoKey, path }, signal }),
      ),
    [http, repoKey, path],
  );
  useEffect(() => {
    if (isReadable && isRead) void preview.need();
  }, [preview, isReadable, isRead]);
  useEffect(() => () => preview.dispose(), [preview]);
  const facts = sbomFacts(preview.value?.text ?? '');
  const packages = facts?.packages;
  const known = [
    facts?.format,
    facts?.tool,
    packages === undefined ? undefined : text(messages.packagesIn, { count: String(packages) }),
    formats.size(size),
  ];
  const { error } = preview;
  const isOffered = error !== undefined || (isReadable && preview.status === 'new');
  return (
    <li>
      <a href={`/ui/api/v1/ui/download?${new URLSearchParams({ repoKey, path })}`} download>
        {name}
      </a>
      <span className="ld-soft">{known.filter(Boolean).join(' · ')}</span>
      {error && <span role="alert">{`${text(messages.sbomNotRead)}: ${error.message}`}</span>}
      {isOffered && (
        <Button
          label={text(error ? messages.readAgain : messages.readSbom, { name })}
          onClick={() => void preview.fetch()}
        />
      )}
    </li>
  );
});

function ImageSboms({ found, hasFiles }: { found: ImageReferrers; hasFiles: boolean }) {
  const text = useText();
  const sboms = found.referrers.filter(({ kind }) => kind === 'sbom');
  if (sboms.length === 0 && found.more) return <p className="ld-soft">{text(messages.attachedUnknown)}</p>;
  if (sboms.length === 0) return hasFiles ? null : <p className="ld-soft">{text(messages.noneAttached)}</p>;
  return (
    <>
      <ul className="inside-attached">
        {sboms.map((each) => (
          <ImageSbom key={each.digest} sbom={each} />
        ))}
      </ul>
      <p className="ld-soft">
        {text(messages.notVerified)} <Link to="?tab=referrers">{text(messages.allAttached)}</Link>
      </p>
    </>
  );
}

function ImageSbom({ sbom }: { sbom: ImageReferrer }) {
  const text = useText();
  const formats = useFormats();
  const { facts, type, platform, size } = sbom;
  const factOf = (name: string) => facts.find(({ key }) => key === name)?.value;
  const packages = factOf('packages');
  const known = [
    factOf('tool'),
    packages === undefined ? undefined : text(messages.packagesIn, { count: packages }),
    platform,
    formats.size(size),
  ];
  return (
    <li>
      <span>{factOf('format') ?? type}</span>
      <span className="ld-soft">{known.filter(Boolean).join(' · ')}</span>
    </li>
  );
}
