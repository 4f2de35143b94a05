import { buttonClass, Icon, useStyles, useText } from '@lading/ui';
import { SBOM_FORMATS } from '@lading/ui/display';
import { DependencyGraph } from './DependencyGraph.tsx';
import { messages } from './messages.ts';
import css from './sbom.css?inline';
import { sbomUrl } from './sbomUrl.ts';

export interface SbomTabProps {
  readonly packageId: string;
  readonly version: string;
  readonly repoKey: string;
}

/** The bill of materials of a version. */
export function SbomTab(props: SbomTabProps) {
  useStyles(css);
  const text = useText();
  const { packageId, version, repoKey } = props;
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
      <DependencyGraph {...props} />
    </section>
  );
}
