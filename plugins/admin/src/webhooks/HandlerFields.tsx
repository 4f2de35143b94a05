import type { Webhook } from '@lading/contract/rest';
import { PasswordField, SelectField, useText } from '@lading/ui';
import { CheckField, type FormStore, TextAreaField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { formTexts } from './messages.ts';
import { PairsField } from './PairsField.tsx';
import { PayloadPreview } from './PayloadPreview.tsx';
import { ProxyFields } from './ProxyFields.tsx';
import type { WebhookValues } from './webhookValues.ts';

interface Props {
  readonly store: FormStore<WebhookValues>;
  readonly webhook: Webhook | undefined;
}

const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;

/** Fields of the request. */
export const HandlerFields = observer(function HandlerFields({ store, webhook }: Props) {
  const text = useText();
  const field = useFields(store);
  const isCustom = store.values.handlerType === 'custom-webhook';
  return (
    <>
      <SelectField
        {...field('handlerType', text(formTexts.handlerType))}
        options={[
          { key: 'webhook', label: text(formTexts.predefined) },
          { key: 'custom-webhook', label: text(formTexts.custom) },
        ]}
      />
      {isCustom ? <CustomFields store={store} /> : <SecretFields store={store} webhook={webhook} />}
      <PairsField
        {...field('headers', text(formTexts.headers))}
        nameLabel={text(formTexts.header)}
        addLabel={text(formTexts.addHeader)}
      />
      {isCustom && (
        <>
          <TextAreaField
            {...field('payload', text(formTexts.payload))}
            code
            rows={8}
            help={text(formTexts.payloadHelp, {
              fields: '{{ .data.path }}, {{ .event_type }}, {{ .subscription_key }}, {{ .source }}',
              secrets: '{{ .secrets.NAME }}',
            })}
          />
          <PayloadPreview store={store} />
        </>
      )}
      <ProxyFields store={store} />
    </>
  );
});

const SecretFields = observer(function SecretFields({ store, webhook }: Props) {
  const text = useText();
  const field = useFields(store);
  const { secret, dropSecret } = store.values;
  const stored = webhook?.has_secret ?? false;
  return (
    <>
      {!dropSecret && (
        <PasswordField
          {...field('secret', text(formTexts.secret))}
          autoComplete="new-password"
          help={text(stored ? formTexts.secretStored : formTexts.secretHelp)}
        />
      )}
      {stored && secret === '' && <CheckField {...field('dropSecret', text(formTexts.dropSecret))} />}
      <CheckField {...field('signs', text(formTexts.signs))} help={text(formTexts.signsHelp)} />
    </>
  );
});

const CustomFields = observer(function CustomFields({ store }: Pick<Props, 'store'>) {
  const text = useText();
  const field = useFields(store);
  return (
    <>
      <SelectField
        {...field('method', text(formTexts.method))}
        options={METHODS.map((key) => ({ key, label: key }))}
      />
      <PairsField
        {...field('secrets', text(formTexts.secrets))}
        nameLabel={text(formTexts.secretName)}
        addLabel={text(formTexts.addSecret)}
        secret
      />
    </>
  );
});
