import type { NewPluginOverride, PluginOverrideStatus } from '@lading/contract/rest';
import {
  Button,
  EmptyState,
  Fetched,
  FetchedView,
  FormFailure,
  PageFrame,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import css from './develop.css?inline';
import { messages } from './messages.ts';

const CALL = '/ui/api/v1/lading/plugins/override';

interface Props {
  /** Loads the page again, because only a new page has another import map. */
  readonly leave?: (address: string) => void;
}

/** Asks whether a development server may replace a plugin in this browser. */
export function DevelopPage(props: Props) {
  const { leave = (address) => window.location.assign(address) } = props;
  const text = useText();
  const { http } = useShell();
  const [params] = useSearchParams();
  const specifier = params.get('develop') ?? '';
  const url = params.get('url') ?? '';
  const [status] = useState(
    () => new Fetched<PluginOverrideStatus>({}, (signal) => http.json(CALL, { signal })),
  );
  if (specifier === '' || url === '') {
    return (
      <PageFrame heading={text(messages.heading)}>
        <EmptyState icon="warning" what={text(messages.incomplete)} more={text(messages.incompleteMore)} />
      </PageFrame>
    );
  }
  return (
    <PageFrame heading={text(messages.heading)}>
      <FetchedView fetched={status} failure={text(messages.failed)}>
        {({ denied, override }) =>
          denied === undefined ? (
            <Question wanted={{ specifier, url }} running={override} leave={leave} />
          ) : (
            <EmptyState icon="lock" what={text(messages.denied)} more={denied} />
          )
        }
      </FetchedView>
    </PageFrame>
  );
}

interface QuestionProps {
  readonly wanted: NewPluginOverride;
  readonly running: PluginOverrideStatus['override'];
  readonly leave: (address: string) => void;
}

function Question({ wanted, running, leave }: QuestionProps) {
  useStyles(css);
  const text = useText();
  const { http } = useShell();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async (method: 'POST' | 'DELETE') => {
    setBusy(true);
    setFailure(undefined);
    try {
      await http.json(CALL, { method, ...(method === 'POST' ? { body: wanted } : {}) });
      leave('/ui/');
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };
  const { specifier: plugin, url } = wanted;
  return (
    <>
      <p>
        <strong>{text(messages.question, { plugin, url })}</strong>
      </p>
      <p>{text(messages.effect)}</p>
      <p className="ld-soft">{text(messages.scope)}</p>
      {running && (
        <p className="ld-soft">
          {text(messages.running, { plugin: running.specifier, origin: running.origin })}
        </p>
      )}
      {failure !== undefined && <FormFailure text={failure} />}
      <div className="develop-actions">
        <Button kind="main" label={text(messages.start)} disabled={isBusy} onClick={() => void run('POST')} />
        {running && (
          <Button label={text(messages.stop)} disabled={isBusy} onClick={() => void run('DELETE')} />
        )}
        <Button label={text(messages.cancel)} onClick={() => void navigate('/user_profile')} />
      </div>
    </>
  );
}
