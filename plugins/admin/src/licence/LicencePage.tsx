import type { LicenseAnswer } from '@lading/contract/rest';
import { Button, Fetched, FetchedView, PageFrame, useFormats, useShell, useText, When } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { LicenceForm } from './LicenceForm.tsx';
import { fetchLicence, removeLicence } from './licenceApi.ts';
import { messages } from './messages.ts';

/** The platform's licence, and a form that gives it another one. */
export const LicencePage = observer(function LicencePage() {
  const { http, session } = useShell();
  const text = useText();
  const [fetched] = useState(
    () => new Fetched<LicenseAnswer | undefined>(undefined, (signal) => fetchLicence(http, signal)),
  );
  // What menus and guards know of the licence came with the user's data.
  const onChanged = async () => {
    await session.finishSignIn({ stay: true });
    await fetched.fetch();
  };
  return (
    <PageFrame heading={text(messages.title)}>
      <FetchedView fetched={fetched} failure={text(messages.failed)}>
        {(licence) =>
          licence && (
            <>
              <Licence licence={licence} onChanged={onChanged} />
              <LicenceForm onInstalled={onChanged} />
            </>
          )
        }
      </FetchedView>
    </PageFrame>
  );
});

interface Props {
  readonly licence: LicenseAnswer;
  readonly onChanged: () => Promise<void>;
}

function Licence({ licence, onChanged }: Props) {
  const { type, validThrough, licensedTo, expired, from } = licence;
  const { http, modals, notifications } = useShell();
  const text = useText();
  const formats = useFormats();
  const remove = async () => {
    const agreed = await modals.confirm({
      title: text(messages.removeTitle, { type: expired ?? type }),
      text: text(messages.removeText),
      verb: text(messages.remove),
      danger: true,
    });
    if (!agreed) return;
    try {
      await removeLicence(http);
      await onChanged();
      notifications.success(text(messages.removed));
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      notifications.error(text(messages.notRemoved, { cause: words }));
    }
  };
  const end = validThrough === '' ? text(messages.endless) : <When date={validThrough} />;
  return (
    <>
      {expired && (
        <p role="status">{text(messages.expired, { type: expired, date: formats.absolute(validThrough) })}</p>
      )}
      {type === 'N/A' && !expired && <p role="status">{text(messages.noLicence)}</p>}
      <Facts
        facts={[
          [text(messages.type), type === 'N/A' ? text(messages.none) : type],
          [text(messages.validThrough), end],
          [text(messages.licensedTo), licensedTo === '' ? text(messages.nobody) : licensedTo],
          [text(messages.from), text(messages[from])],
        ]}
      />
      {from === 'installed' && (
        <div>
          <Button kind="danger" label={text(messages.remove)} onClick={() => void remove()} />
        </div>
      )}
    </>
  );
}
