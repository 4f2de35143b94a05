import { CopyField, Icon, PageFrame, PageSkeleton, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Link, matchPath, Navigate, useLocation } from 'react-router-dom';
import { messages } from './messages.ts';
import css from './missing.css?inline';
import type { MissingText, Step } from './page.ts';
import { MISSING_PLACES, type MissingPlace } from './places.ts';
import { SERVICES } from './services.ts';
import { SECURITY_POLICIES, useScanningScreen } from './useScanningScreen.ts';

const TEXTS: Readonly<Record<string, MissingText>> = SERVICES;

/**
 * Replaces a screen that does not exist: describes the screen, why it is unavailable, and
 * alternatives.
 */
export const MissingPage = observer(function MissingPage() {
  const { pathname } = useLocation();
  const place = MISSING_PLACES.find(({ path }) => matchPath(path, pathname));
  const scanning = useScanningScreen();
  const found = place && TEXTS[place.name];
  if (!place || !found) return null;
  if (place.name === 'admin.securityAndCompliance' && scanning)
    return <Navigate replace to={SECURITY_POLICIES} />;
  return <Missing place={place} found={found} />;
});

const Missing = observer(function Missing(props: { place: MissingPlace; found: MissingText }) {
  useStyles(css);
  const { place, found } = props;
  const { services } = useShell();
  const text = useText();
  const { service, about, missing, steps } = found;
  if (service !== undefined && !services.known) return <PageSkeleton />;
  const isHere = service !== undefined && services.available(service);
  return (
    <PageFrame heading={text(place.title)}>
      <div className="admin-missing">
        <p>{text(about)}</p>
        <p className="admin-missing__why">
          <Icon name="info" />
          <span>{isHere ? text(messages.here, { service }) : text(missing)}</span>
        </p>
        <h2>{text(messages.next)}</h2>
        <ul>
          {steps.map((step) => (
            <li key={step.say.id}>
              <StepView step={step} />
            </li>
          ))}
        </ul>
      </div>
    </PageFrame>
  );
});

function StepView({ step: { say, link, command } }: { step: Step }) {
  const text = useText();
  return (
    <>
      <p>
        {text(say)} {link && <Link to={link.to}>{text(link.label)}</Link>}
      </p>
      {command && <CopyField prompt what={text(messages.command)} text={command(location.origin)} />}
    </>
  );
}
