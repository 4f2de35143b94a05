import { buttonClass, EmptyState, PageFrame, useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { partsOfPackageId } from '../address/packageAddress.ts';
import { messages } from './messages.ts';

/** There is no such package, or it is not the user's to see. */
export function UnknownPackage(props: { id: string }) {
  const text = useText();
  const { name } = partsOfPackageId(props.id);
  const search = `?${new URLSearchParams({ name })}`;
  return (
    <PageFrame above={[{ label: text(messages.packages), to: '/packages' }]} heading={name}>
      <EmptyState icon="package" what={text(messages.unknown, { name })}>
        <Link className={buttonClass('plain')} to={{ pathname: '/packages', search }}>
          {text(messages.search, { name })}
        </Link>
      </EmptyState>
    </PageFrame>
  );
}
