import { buttonClass, Icon, useStyles, useText } from '@lading/ui';
import { SBOM_FORMATS } from '@lading/ui/display';
import { AttachedSboms, type AttachedSbomsProps } from './AttachedSboms.tsx';
import { DependencyGraph } from './DependencyGraph.tsx';
import { messages } from './messages.ts';
import css from './sbom.css?inline';
import { sbomUrl } from './sbomUrl.ts';

export interface SbomTabProps extends AttachedSbomsProps {
  readonly packageId: string;
  readonly version: string;
}

/** The bill of materials of a version. */
export function SbomTab(props: SbomTabProps) {
  useStyles(css);
  const text = useText();
  const { packageId, version, repoKey, files, referrers } = props;
  return (
    <section className="inside-section">
      <p className="ld-soft">{text(messages.sbomAbout)}</p>
      <p className="inside-buttons">
        {SBOM_FORMATS.map(({ format, name }) => (
          <a
            key={format}
            className={buttonClass('plain')}
            href={sbomUrl(packageId, version, repoKey, format)}
            download
          >
            <Icon name="download" />
            {text(messages.sbomFile, { format: name })}
          </a>
        ))}
      </p>
      <AttachedSboms files={files} repoKey={repoKey} referrers={referrers} />
      <DependencyGraph packageId={packageId} version={version} repoKey={repoKey} />
    </section>
  );
}
