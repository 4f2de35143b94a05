import { TextField, useText } from '@lading/ui';
import {
  CheckField,
  DateField,
  EditForm,
  FormSection,
  FormStore,
  TextAreaField,
  useFieldError,
  useFields,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { type BundleValues, bundleOf, checkBundle, MOST_PROFILES, newBundle } from './bundleValues.ts';
import { messages } from './messages.ts';
import { NodeFields } from './NodeFields.tsx';
import { serviceLabel } from './serviceNames.ts';
import type { BundleService, NewBundle } from './supportApi.ts';
import { useBundleNodes } from './useBundleNodes.ts';
import { useBundleServices } from './useBundleServices.ts';

interface Props {
  readonly onCreate: (services: readonly BundleService[], bundle: NewBundle) => void;
  readonly onClose: () => void;
}

/** Contents of a new support bundle. The page sends the request. */
export const BundleForm = observer(function BundleForm({ onCreate, onClose }: Props) {
  const text = useText();
  const found = useBundleNodes();
  const hasNodes = useRef(false);
  hasNodes.current = found.nodes.length > 1;
  const [store] = useState(
    () =>
      new FormStore<BundleValues>(newBundle(Date.now()), {
        check: checkBundle,
        save: async (values) => onCreate(values.services, bundleOf(values, hasNodes.current)),
      }),
  );
  const field = useFields(store);
  const { logs, count } = store.values;
  return (
    <EditForm inDialog store={store} verb={text(messages.verb)} onSaved={onClose} cancel={onClose}>
      <TextField {...field('name', text(messages.name))} required autoComplete="off" />
      <TextAreaField {...field('description', text(messages.description))} rows={2} />
      <Services store={store} />
      <NodeFields store={store} found={found} />
      <FormSection heading={text(messages.contents)}>
        <CheckField
          {...field('configuration', text(messages.configuration))}
          help={text(messages.configurationHelp)}
        />
        <CheckField {...field('system', text(messages.system))} help={text(messages.systemHelp)} />
        <CheckField {...field('logs', text(messages.logs))} />
        {logs && (
          <>
            <DateField {...field('start_date', text(messages.startDate))} />
            <DateField {...field('end_date', text(messages.endDate))} help={text(messages.datesHelp)} />
          </>
        )}
        <TextField
          {...field('count', text(messages.count))}
          inputMode="numeric"
          help={text(messages.countHelp, { most: MOST_PROFILES })}
        />
        {count.trim() !== '0' && (
          <TextField {...field('interval', text(messages.interval))} inputMode="numeric" />
        )}
      </FormSection>
    </EditForm>
  );
});

/** One bundle is requested from each selected service. */
const Services = observer(function Services({ store }: { store: FormStore<BundleValues> }) {
  const text = useText();
  const errorText = useFieldError();
  const { available, missing, unknown } = useBundleServices();
  store.labels.set('services', text(messages.services));
  const { services: selected } = store.values;
  const error = errorText(store.errors.services);
  const select = (service: BundleService, on: boolean) => {
    const wanted = available.filter((each) => (each === service ? on : selected.includes(each)));
    store.set('services', wanted);
  };
  return (
    <FormSection heading={text(messages.services)}>
      {available.map((service) => (
        <CheckField
          key={service}
          name="services"
          label={serviceLabel(service)}
          value={selected.includes(service)}
          onChange={(on) => select(service, on)}
        />
      ))}
      {error && (
        <p className="ld-field__error" role="alert">
          {error}
        </p>
      )}
      {missing.length > 0 && (
        <p className="ld-soft">
          {text(messages.noServices, { services: missing.map(serviceLabel).join(', ') })}
        </p>
      )}
      {unknown.length > 0 && (
        <p className="ld-soft">
          {text(messages.unknownServices, { services: unknown.map(serviceLabel).join(', ') })}
        </p>
      )}
    </FormSection>
  );
});
