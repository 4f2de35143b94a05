import type { PlatformUsage } from '@lading/contract/rest';
import { Icon, useFormats, useStyles, useText } from '@lading/ui';
import { messages } from './messages.ts';
import css from './notices.css?inline';

export interface NoticeListProps {
  /** The exhausted quota. */
  readonly used: PlatformUsage['transfer'] | undefined;
  readonly upgradeUrl: string;
  readonly migrations: PlatformUsage['migrations'];
}

/** Loaded only if there is a notice. */
export function NoticeList({ used, upgradeUrl, migrations }: NoticeListProps) {
  useStyles(css);
  const text = useText();
  const formats = useFormats();
  return (
    <div className="packages-notices" role="status">
      {used && (
        <p className="packages-notice packages-notice--warning">
          <Icon name="warning" size={16} />
          <span>
            {text(messages.quota, { used: formats.size(used.bytes), quota: formats.size(used.quota ?? 0) })}{' '}
            {upgradeUrl !== '' && (
              <a href={upgradeUrl} target="_blank" rel="noreferrer">
                {text(messages.upgrade)}
              </a>
            )}
          </span>
        </p>
      )}
      {migrations.map(({ name, done, total }) => (
        <p key={name} className="packages-notice">
          <Icon name="info" size={16} />
          <span>{text(messages.migration, { done: formats.count(done), total: formats.count(total) })}</span>
        </p>
      ))}
    </div>
  );
}
