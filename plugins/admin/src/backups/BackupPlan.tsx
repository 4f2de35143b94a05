import type { BackupSettings } from '@lading/contract/rest';
import { ErrorState, type Fetched, Skeleton, type Text, useFormats, useText } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { everyDay, hourText, someDays, WEEKDAYS } from './days.ts';
import { messages } from './messages.ts';

/** Target and schedule of the server's backups. */
export const BackupPlan = observer(function BackupPlan(props: {
  readonly settings: Fetched<BackupSettings | undefined>;
}) {
  const { settings } = props;
  const text = useText();
  const formats = useFormats();
  const { value, error } = settings;
  if (error !== undefined)
    return (
      <ErrorState
        what={text(messages.failedSettings)}
        cause={error.message}
        onRetry={() => void settings.fetch()}
      />
    );
  if (!value) return <LoadingPlan />;
  const { target, enabled, keep, nextRun } = value;
  const place = target === '' ? text(messages.noPlace) : <code>{target}</code>;
  const schedule = enabled ? scheduleText(value, text) : text(messages.off);
  const next = nextRun ? (
    <time dateTime={nextRun}>{formats.absolute(nextRun)}</time>
  ) : (
    text(messages.unplanned)
  );
  return (
    <>
      <Facts
        facts={[
          [text(messages.place), place],
          [text(messages.schedule), schedule],
          [text(messages.next), next],
          [text(messages.retention), text(messages.kept, { count: keep })],
        ]}
      />
      <p className="ld-soft">{text(messages.key)}</p>
    </>
  );
});

/** As high as the plan, so that the list does not move when it is loaded. */
function LoadingPlan() {
  const text = useText();
  return (
    <>
      <div aria-busy="true">
        <Facts
          facts={[
            [text(messages.place), <Skeleton key="place" width="40%" />],
            [text(messages.schedule), <Skeleton key="schedule" width="30%" />],
            [text(messages.next), <Skeleton key="next" width="20%" />],
            [text(messages.retention), <Skeleton key="retention" width="25%" />],
          ]}
        />
      </div>
      <p className="ld-soft">{text(messages.key)}</p>
    </>
  );
}

function scheduleText({ days, hour, timeZone }: BackupSettings, text: Text): string {
  const at = { hour: hourText(hour), zone: timeZone };
  if (days.length === WEEKDAYS.length) return text(everyDay, at);
  const names = WEEKDAYS.filter(({ day }) => days.includes(day)).map(({ name }) => text(name));
  return text(someDays, { ...at, days: names.join(', ') });
}
