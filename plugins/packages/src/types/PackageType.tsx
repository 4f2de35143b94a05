import { Icon } from '@lading/ui';
import { typeLabel } from './packageTypes.ts';

/** A package's type by its mark and its name. */
export function PackageType(props: { type: string }) {
  return (
    <span className="packages-type">
      <Icon name="package" size={16} />
      {typeLabel(props.type)}
    </span>
  );
}
