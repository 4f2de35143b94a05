import {
  Button,
  Dialog,
  FormFailure,
  PasswordField,
  TextField,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { CheckField, EditForm, useFields } from '@lading/ui/edit';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { GitForm, GitModal } from './GitModal.ts';
import css from './git.css?inline';
import { messages } from './messages.ts';
import { SelectService } from './SelectService.tsx';
import { exampleOf, type GitVendor } from './vendors.ts';

interface Props {
  readonly modal: GitModal;
  /** Called after a connection was created or changed. */
  readonly onChanged: () => void;
}

/** Dialog that creates or edits a connection to a Git server. Open while `modal` is open. */
export const GitDialog = observer(function GitDialog({ modal, onChanged }: Props) {
  useStyles(css);
  const text = useText();
  const { vendor, form, step, editing } = modal;
  if (!vendor || !form) return null;
  const name = form.values.integrationName;
  const title =
    step === 'service'
      ? text(messages.selectService, { name })
      : editing
        ? text(messages.edit, { name: editing.name })
        : text(messages.connect, { vendor: vendor.label });
  return (
    <Dialog title={title} onCancel={() => modal.close()}>
      {step === 'service' ? (
        <SelectService modal={modal} vendor={vendor} onChanged={onChanged} />
      ) : (
        <ConnectionForm modal={modal} vendor={vendor} form={form} onChanged={onChanged} />
      )}
    </Dialog>
  );
});

type FormProps = Props & { readonly vendor: GitVendor; readonly form: GitForm };

const ConnectionForm = observer(function ConnectionForm({ modal, vendor, form, onChanged }: FormProps) {
  const text = useText();
  const { notifications } = useShell();
  const field = useFields(form);
  const { editing } = modal;
  useEffect(
    () =>
      reaction(
        () => connectionOf(form),
        () => modal.touched(),
      ),
    [form, modal],
  );
  // Supplements the server's message in the form.
  useEffect(
    () =>
      reaction(
        () => form.failure,
        (failure) => {
          if (failure !== undefined)
            notifications.error(text(editing ? messages.updateFailed : messages.createFailed));
        },
      ),
    [form, editing, notifications, text],
  );
  const test = async () => {
    if (!(await modal.test())) notifications.error(text(messages.testFailed));
  };
  const saved = () => {
    const key = editing?.integrationKey ?? modal.key ?? '';
    notifications.success(text(editing ? messages.updated : messages.created, { key }));
    onChanged();
    if (editing) modal.close();
  };
  return (
    <EditForm
      inDialog
      store={form}
      verb={text(editing ? messages.save : messages.create)}
      disabled={!modal.canSubmit}
      onSaved={saved}
      cancel={() => modal.close()}
    >
      <TextField
        {...field('integrationName', text(messages.integrationName))}
        required
        maxLength={100}
        autoComplete="off"
      />
      <CheckField {...field('allowPrivate', text(messages.allowPrivate))} />
      <TextField
        {...field('url', text(messages.url))}
        required
        type="url"
        spellCheck={false}
        help={text(messages.urlHelp, { example: exampleOf(vendor) })}
      />
      <TextField
        {...field('userName', text(messages.userName))}
        required
        autoComplete="off"
        spellCheck={false}
        help={text(messages.userNameHelp)}
      />
      <PasswordField
        {...field('token', text(messages.token))}
        required={!editing}
        autoComplete="off"
        help={editing ? text(messages.tokenKept) : text(messages.tokenHelp, { scopes: text(vendor.scopes) })}
      />
      {modal.showsTest && (
        <div className="integrations-test">
          <Button icon="plug" label={text(messages.test)} busy={modal.testing} onClick={() => void test()} />
          {!modal.tested && <span className="ld-soft">{text(messages.testFirst)}</span>}
        </div>
      )}
      <div aria-live="polite">
        {modal.testFailure !== undefined && <FormFailure text={modal.testFailure} />}
        {modal.popover && <TestPopover modal={modal} />}
      </div>
    </EditForm>
  );
});

const TestPopover = observer(function TestPopover({ modal }: { modal: GitModal }) {
  const text = useText();
  const { tested } = modal;
  if (!tested) return null;
  const { user, scopes, sample, expires } = tested;
  return (
    <section className="integrations-popover" aria-label={text(messages.passed)}>
      <strong>{text(messages.passed)}</strong>
      <Button
        kind="quiet"
        iconOnly
        icon="close"
        className="integrations-popover__close"
        label={text(messages.dismiss)}
        onClick={() => modal.dismissPopover()}
      />
      <p>{text(messages.signedIn, { user })}</p>
      {scopes.length > 0 && <p>{text(messages.scopes, { scopes: scopes.join(', ') })}</p>}
      <p>
        {sample.length > 0 ? text(messages.sample, { names: sample.join(', ') }) : text(messages.noSample)}
      </p>
      {expires !== undefined && <p>{text(messages.expires, { when: expires })}</p>}
    </section>
  );
});

/** Returns the values that a connection test depends on. */
function connectionOf({ values }: GitForm): string {
  const { userName, token, url, allowPrivate } = values;
  return JSON.stringify([userName, token, url, allowPrivate]);
}
