import type { OwnAccessRequest } from '@lading/contract/rest';
import { Button, type Fetched, FetchedView, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { ownMessages as messages } from '../../why/ownMessages.ts';
import { useFrame } from '../FrameContext.ts';
import { REQUESTS } from './AccessForm.tsx';

const STATES = {
  open: messages.waiting,
  granted: messages.granted,
  declined: messages.declined,
  withdrawn: messages.withdrawn,
} as const;

export type Requests = Fetched<readonly OwnAccessRequest[] | undefined>;

/** The user's requests with their states. */
export const OwnRequests = observer(function OwnRequests({ requests }: { requests: Requests }) {
  const text = useText();
  return (
    <FetchedView fetched={requests} failure={text(messages.requestsFailed)}>
      {(found) =>
        found?.length ? (
          <ul className="lading-why-requests" aria-label={text(messages.requests)}>
            {found.map((request) => (
              <Request key={request.id} request={request} onChanged={() => void requests.fetch()} />
            ))}
          </ul>
        ) : (
          <p className="ld-soft">{text(messages.none)}</p>
        )
      }
    </FetchedView>
  );
});

function Request({ request, onChanged }: { request: OwnAccessRequest; onChanged: () => void }) {
  const { http, notifications } = useFrame();
  const text = useText();
  const { id, repository, path, action, state, created, decided, reason, answer } = request;
  const place = [repository, path].filter(Boolean).join('/');
  const withdraw = async () => {
    try {
      await http.json(`${REQUESTS}/${id}`, { method: 'DELETE' });
    } catch (cause) {
      notifications.error(text(messages.notWithdrawn, { cause: (cause as Error).message }));
    }
    onChanged();
  };
  return (
    <li>
      <div>
        <strong>{text(messages.what, { action: text(messages[action]), place })}</strong>
        {reason !== '' && <p className="lading-why-said">{reason}</p>}
        {answer !== '' && <p className="lading-why-said">{text(messages.answer, { answer })}</p>}
        <p className="ld-soft">
          {text(STATES[state])} · <When date={decided ?? created} />
        </p>
      </div>
      {state === 'open' && (
        <Button
          kind="quiet"
          label={text(messages.withdraw)}
          aria-label={text(messages.withdrawNamed, { place })}
          onClick={() => void withdraw()}
        />
      )}
    </li>
  );
}
