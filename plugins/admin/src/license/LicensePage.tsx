import type { LicenseAnswer } from '@lading/contract/rest';
import { Button, Fetched, FetchedView, PageFrame, useFormats, useShell, useText, When } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { LicenseForm } from './LicenseForm.tsx';
import { fetchLicense, removeLicense } from './licenseApi.ts';
import { messages } from './messages.ts';

/** Shows the license of the platform, and a form to replace it. */
export const LicensePage = observer(function LicensePage() {
  const { http, session } = useShell();
  const text = useText();
  const [fetched] = useState(
    () => new Fetched<LicenseAnswer | undefined>(undefined, (signal) => fetchLicense(http, signal)),
  );
  // Menus and guards use the license that was loaded with the user's data.
  const onChanged = async () => {
    await session.finishSignIn({ stay: true });
    await fetched.fetch();
  };
  return (
    <PageFrame heading={text(messages.title)}>
      <FetchedView fetched={fetched} failure={text(messages.failed)}>
        {(license) =>
          license && (
            <>
              <License license={license} onChanged={onChanged} />
              <LicenseForm onInstalled={onChanged} />
            </>
          )
        }
      </FetchedView>
    </PageFrame>
  );
});

interface Props {
  readonly license: LicenseAnswer;
  readonly onChanged: () => Promise<void>;
}

function License({ license, onChanged }: Props) {
  const { type, validThrough, licensedTo, expired, from } = license;
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
      await removeLicense(http);
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
      {type === 'N/A' && !expired && <p role="status">{text(messages.noLicense)}</p>}
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
