import type { LicenseAnswer } from '@lading/contract/rest';
import { ErrorState, PageFrame, Skeleton, When } from '@lading/ui';
import { useCall } from './useCall.ts';

const LICENCE = '/artifactory/api/system/license';
const FROM: Readonly<Record<LicenseAnswer['from'], string>> = {
  setting: 'the setting LADING_LICENSE',
  installed: 'an administrator',
  default: 'the platform itself',
};

/** Which licence the platform has. A plug-in with a page at this address takes its place. */
export function LicencesPage() {
  const { called, again } = useCall<LicenseAnswer>(LICENCE);
  return (
    <PageFrame heading="Licenses">
      {!called && <Skeleton width="40%" />}
      {called && 'cause' in called && (
        <ErrorState what="The licence could not be fetched" cause={called.cause} onRetry={again} />
      )}
      {called && 'answer' in called && <Licence licence={called.answer} />}
      <p>
        Here a licence can be read. To set one, an administrator sends its type to{' '}
        <code>POST /artifactory/api/system/licenses</code>.
      </p>
    </PageFrame>
  );
}

function Licence({ licence }: { licence: LicenseAnswer }) {
  const { type, validThrough, licensedTo, expired, from } = licence;
  return (
    <dl>
      <dt>Type</dt>
      <dd>{expired ? `${type} (${expired} has run out)` : type}</dd>
      <dt>Valid through</dt>
      <dd>{validThrough === '' ? 'It does not end' : <When date={validThrough} />}</dd>
      <dt>Licensed to</dt>
      <dd>{licensedTo === '' ? 'Nobody in particular' : licensedTo}</dd>
      <dt>Set by</dt>
      <dd>{FROM[from] ?? from}</dd>
    </dl>
  );
}
