import { CopyField, Icon, PageFrame, PageSkeleton, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Navigate } from 'react-router-dom';
import { PDN } from '../addresses.ts';
import css from '../distribution.css?inline';
import { messages as common } from '../messages.ts';
import { START } from '../routes/TeaserPage.tsx';
import { messages } from './messages.ts';
import { pdnTeaserTitle } from './title.ts';

/** Shown while the service is off: explains the network and how an administrator turns it on. */
export const PdnTeaserPage = observer(function PdnTeaserPage() {
  useStyles(css);
  const { services } = useShell();
  const text = useText();
  if (!services.known) return <PageSkeleton />;
  if (services.available('tracker')) return <Navigate replace to={PDN} />;
  return (
    <PageFrame heading={text(pdnTeaserTitle)}>
      <div className="bundles-teaser">
        <p>{text(messages.teaser)}</p>
        <p className="bundles-note">
          <Icon name="info" />
          <span>{text(common.off)}</span>
        </p>
        <h2>{text(common.turnOn)}</h2>
        <p>{text(common.turnOnHow)}</p>
        <CopyField prompt what={text(common.command)} text={START} />
      </div>
    </PageFrame>
  );
});
