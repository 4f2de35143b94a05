import { Icon, useStyles } from '@lading/ui';
import css from './packageType.css?inline';
import { typeLabel, typeMark } from './packageTypes.ts';

/** A package's type by its mark and its name. */
export function PackageType(props: { type: string }) {
  useStyles(css);
  const mark = typeMark(props.type);
  return (
    <span className="packages-type">
      {mark ? (
        <svg className="ld-icon" width="14" height="14" viewBox="0 0 24 24" aria-hidden="true">
          <path d={mark} />
        </svg>
      ) : (
        <Icon name="package" size={16} />
      )}
      {typeLabel(props.type)}
    </span>
  );
}
