import type { Message } from '@lading/contract';
import type { LicenseAnswer } from '@lading/contract/rest';
import { ErrorState, PageFrame, Rich, Skeleton, useText, When } from '@lading/ui';
import { licenses as messages } from './pageMessages.ts';
import { useCall } from './useCall.ts';

const LICENSE = '/artifactory/api/system/license';
const INSTALL = 'POST /artifactory/api/system/licenses';
const FROM = {
  setting: messages.setting,
  installed: messages.installed,
  default: messages.default,
} as const satisfies Record<LicenseAnswer['from'], Message>;

/** Shows the platform's license. A plugin's page at this path replaces it. */
export function LicensesPage() {
  const text = useText();
  const { called, again } = useCall<LicenseAnswer>(LICENSE);
  return (
    <PageFrame heading={text(messages.heading)}>
      {!called && <Skeleton width="40%" />}
      {called && 'cause' in called && (
        <ErrorState what={text(messages.failed)} cause={called.cause} onRetry={again} />
      )}
      {called && 'answer' in called && <License license={called.answer} />}
      <p>
        <Rich message={messages.how} elements={{ call: <code>{INSTALL}</code> }} />
      </p>
    </PageFrame>
  );
}

function License({ license }: { license: LicenseAnswer }) {
  const text = useText();
  const { type, validThrough, licensedTo, expired, from } = license;
  return (
    <dl>
      <dt>{text(messages.type)}</dt>
      <dd>{expired ? text(messages.expired, { type, expired }) : type}</dd>
      <dt>{text(messages.validThrough)}</dt>
      <dd>{validThrough === '' ? text(messages.noEnd) : <When date={validThrough} />}</dd>
      <dt>{text(messages.licensedTo)}</dt>
      <dd>{licensedTo === '' ? text(messages.nobody) : licensedTo}</dd>
      <dt>{text(messages.setBy)}</dt>
      <dd>{from in FROM ? text(FROM[from], { name: 'LADING_LICENSE' }) : from}</dd>
    </dl>
  );
}
