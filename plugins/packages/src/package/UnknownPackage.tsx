import { buttonClass, EmptyState, PageFrame, useShell, useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { partsOfPackageId } from '../address/packageAddress.ts';
import { messages } from './messages.ts';
import { unknownMessages } from './unknownMessages.ts';

/** Shown if the package does not exist, or the user has no permission on it. */
export function UnknownPackage(props: { id: string }) {
  const { user } = useShell();
  const text = useText();
  const { name } = partsOfPackageId(props.id);
  const search = `?${new URLSearchParams({ name })}`;
  return (
    <PageFrame above={[{ label: text(messages.packages), to: '/packages' }]} heading={name}>
      <EmptyState icon="package" what={text(unknownMessages.unknown, { name })}>
        <Link className={buttonClass('plain')} to={{ pathname: '/packages', search }}>
          {text(unknownMessages.search, { name })}
        </Link>
        {user.signedIn && !user.current?.admin && (
          <Link className={buttonClass('plain')} to={`/why?${new URLSearchParams({ reason: props.id })}`}>
            {text(unknownMessages.ask)}
          </Link>
        )}
      </EmptyState>
    </PageFrame>
  );
}
