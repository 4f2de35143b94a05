import type { BundleDetails, BundlePromotion } from '@lading/contract/rest';
import { Icon, useText, When } from '@lading/ui';
import { messages } from '../messages.ts';

/** Lists the events of the version, latest first; the creation is the last entry. */
export function PromotionTimeline({ details }: { details: BundleDetails }) {
  const text = useText();
  const { promotions, created, createdBy } = details;
  return (
    <ol className="bundles-timeline">
      {promotions.map((promotion) => (
        <li key={promotion.createdMillis}>
          <Promotion promotion={promotion} />
        </li>
      ))}
      <li>
        <Icon name="add" />
        <div>
          <strong>{text(messages.wasCreated)}</strong>
          <p className="ld-soft">
            <When date={created} /> · {createdBy}
          </p>
        </div>
      </li>
    </ol>
  );
}

function Promotion({ promotion }: { promotion: BundlePromotion }) {
  const text = useText();
  const { environment, status, created, createdBy, artifacts, repositories, message } = promotion;
  const done = status === 'COMPLETED';
  const values = { environment, count: artifacts, repositories: repositories.join(', ') };
  return (
    <>
      <Icon name={done ? 'checkCircle' : 'error'} />
      <div>
        <strong>{text(done ? messages.promotedTo : messages.promotionFailed, { environment })}</strong>
        <p>{done ? text(repositories.length ? messages.copiedTo : messages.allThere, values) : message}</p>
        <p className="ld-soft">
          <When date={created} /> · {createdBy}
        </p>
      </div>
    </>
  );
}
