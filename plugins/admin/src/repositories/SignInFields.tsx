import { PasswordField, SelectField, TextField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { FormStore } from '../form/FormStore.ts';
import { useFault } from '../form/useFault.ts';
import { secretIsKept } from './checkRepository.ts';
import { messages } from './messages.ts';
import { repositoryFormat } from './repositoryFormats.ts';
import type { RepositoryValues } from './repositoryValues.ts';

/** What a remote one shows its upstream. */
export const SignInFields = observer(function SignInFields({
  store,
}: {
  store: FormStore<RepositoryValues>;
}) {
  const text = useText();
  const say = useFault();
  const { values, faults, saved } = store;
  const kept = secretIsKept(values, saved);
  const unsafe = values.url.trim().startsWith('http:');
  const secret = (key: 'password' | 'token') => (
    <PasswordField
      label={text(messages[key])}
      name={key}
      required={!kept}
      autoComplete="new-password"
      value={values[key]}
      onChange={(value) => store.set(key, value)}
      error={say(faults[key])}
      help={[kept && messages.secretKept, messages.secretHelp, unsafe && messages.unsafe]
        .filter((help) => !!help)
        .map((help) => text(help))
        .join(' ')}
    />
  );
  return (
    <>
      <SelectField
        label={text(messages.signIn)}
        name="signIn"
        value={values.signIn}
        options={[
          { key: 'none', label: text(messages.signInNone) },
          { key: 'password', label: text(messages.signInPassword) },
          { key: 'token', label: text(messages.signInToken) },
        ]}
        onChange={(signIn) => store.set('signIn', signIn)}
      />
      {values.signIn === 'password' && (
        <TextField
          label={text(messages.username)}
          name="username"
          required
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          value={values.username}
          onChange={(username) => store.set('username', username)}
          onBlur={() => store.leave('username')}
          error={say(faults.username)}
        />
      )}
      {values.signIn !== 'none' && secret(values.signIn)}
      {values.signIn !== 'none' && repositoryFormat(values.packageType).tags && (
        <TextField
          label={text(messages.tokenService)}
          name="tokenService"
          type="url"
          autoComplete="off"
          spellCheck={false}
          value={values.tokenService}
          onChange={(service) => store.set('tokenService', service)}
          onBlur={() => store.leave('tokenService')}
          error={say(faults.tokenService)}
          help={text(messages.tokenServiceHelp)}
        />
      )}
    </>
  );
});
