import { PageSkeleton } from '@lading/ui';
import { FormPage } from './FormPage.tsx';

/** While the platform is asked whether an address holds. */
export function Checking(props: { heading: string }) {
  return (
    <FormPage heading={props.heading}>
      <PageSkeleton />
    </FormPage>
  );
}
