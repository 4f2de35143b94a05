import { PasswordField, SelectField, TextField, useText } from '@lading/ui';
import { type FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { secretIsKept } from './checkRepository.ts';
import { messages } from './messages.ts';
import { repositoryFormat } from './repositoryFormats.ts';
import type { RepositoryValues } from './repositoryValues.ts';

/** Credentials that a remote repository sends to its upstream. */
export const SignInFields = observer(function SignInFields({
  store,
}: {
  store: FormStore<RepositoryValues>;
}) {
  const text = useText();
  const field = useFields(store);
  const { values, saved } = store;
  const kept = secretIsKept(values, saved);
  const unsafe = values.url.trim().startsWith('http:');
  const secret = (key: 'password' | 'token') => (
    <PasswordField
      {...field(key, text(messages[key]))}
      required={!kept}
      autoComplete="new-password"
      help={[kept && messages.secretKept, messages.secretHelp, unsafe && messages.unsafe]
        .filter((help) => !!help)
        .map((help) => text(help))
        .join(' ')}
    />
  );
  return (
    <>
      <SelectField
        {...field('signIn', text(messages.signIn))}
        options={[
          { key: 'none', label: text(messages.signInNone) },
          { key: 'password', label: text(messages.signInPassword) },
          { key: 'token', label: text(messages.signInToken) },
        ]}
      />
      {values.signIn === 'password' && (
        <TextField
          {...field('username', text(messages.username))}
          required
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
      {values.signIn !== 'none' && secret(values.signIn)}
      {values.signIn !== 'none' && repositoryFormat(values.packageType).tags && (
        <TextField
          {...field('tokenService', text(messages.tokenService))}
          type="url"
          autoComplete="off"
          spellCheck={false}
          help={text(messages.tokenServiceHelp)}
        />
      )}
    </>
  );
});
