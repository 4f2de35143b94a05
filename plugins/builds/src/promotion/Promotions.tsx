import type { BuildPromotion } from '@lading/contract/rest';
import { Rich, useText, When } from '@lading/ui';
import { messages } from './messages.ts';
import { Status } from './Status.tsx';

/** Lists the promotions of a run, newest first. */
export function Promotions({ promotions }: { promotions: readonly BuildPromotion[] }) {
  const text = useText();
  if (promotions.length === 0) return null;
  return (
    <section className="builds-module">
      <h2>{text(messages.history)}</h2>
      <ol className="builds-promotions">
        {promotions.map((promotion, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and their order stays
          <li key={at}>
            <Promotion {...promotion} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Promotion({ status, comment, repository, copied, files, user, ciUser, timestamp }: BuildPromotion) {
  const text = useText();
  return (
    <>
      <span>
        {status === '' ? (
          <span className="ld-soft">{text(messages.noStatus)}</span>
        ) : (
          <Status status={status} />
        )}{' '}
        <span className="ld-soft">
          <Rich
            message={messages.by}
            elements={{ when: <When date={timestamp} />, who: ciUser === '' ? user : `${user} (${ciUser})` }}
          />
        </span>
      </span>
      {repository !== undefined && (
        <span>{text(copied ? messages.copied : messages.moved, { count: files, repo: repository })}</span>
      )}
      {comment !== '' && <span className="builds-comment">{comment}</span>}
    </>
  );
}
