import {
  buttonClass,
  CopyField,
  Icon,
  PageFrame,
  PageSkeleton,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Link, Navigate } from 'react-router-dom';
import { BUNDLES } from '../addresses.ts';
import css from '../distribution.css?inline';
import { messages } from '../messages.ts';

/** Command line that turns the service on. */
export const START = 'LADING_DISTRIBUTION=true npm start';

/**
 * Shown while the service is off: explains release bundles and how an administrator turns them on.
 */
export const TeaserPage = observer(function TeaserPage() {
  useStyles(css);
  const { services } = useShell();
  const text = useText();
  if (!services.known) return <PageSkeleton />;
  if (services.available('distribution')) return <Navigate replace to={BUNDLES} />;
  return (
    <PageFrame heading={text(messages.title)}>
      <div className="bundles-teaser">
        <p>{text(messages.about)}</p>
        <p className="bundles-note">
          <Icon name="info" />
          <span>{text(messages.off)}</span>
        </p>
        <h2>{text(messages.turnOn)}</h2>
        <p>{text(messages.turnOnHow)}</p>
        <CopyField prompt what={text(messages.command)} text={START} />
        <p>
          <Link className={buttonClass('plain')} to={`${BUNDLES}/target`}>
            {text(messages.received)}
          </Link>
        </p>
      </div>
    </PageFrame>
  );
});
