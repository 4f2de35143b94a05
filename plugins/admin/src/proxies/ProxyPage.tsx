import type { ProxyDetails } from '@lading/contract/rest';
import { useShell, useText } from '@lading/ui';
import { EditPage, type Versioned } from '@lading/ui/edit';
import { useParams } from 'react-router-dom';
import { PROXIES } from '../paths.ts';
import { messages } from './messages.ts';
import { ProxyForm } from './ProxyForm.tsx';
import { fetchProxies, fetchProxy } from './proxiesApi.ts';

interface Loaded {
  readonly proxy?: Versioned<ProxyDetails>;
  readonly others: readonly ProxyDetails[];
}

/** Creates an outgoing proxy, or changes one. */
export function ProxyPage() {
  const { proxyName } = useParams();
  const { http } = useShell();
  const text = useText();
  const load = async (signal: AbortSignal): Promise<Loaded> => {
    const all = fetchProxies(http, signal);
    if (proxyName === undefined) return { others: await all };
    const [proxy, others] = await Promise.all([fetchProxy(http, proxyName, signal), all]);
    return { proxy, others: others.filter(({ key }) => key !== proxyName) };
  };
  return (
    <EditPage
      above={[{ label: text(messages.title), to: PROXIES }]}
      heading={proxyName ?? text(messages.create)}
      id={proxyName}
      fetch={load}
      failure={text(messages.failed)}
    >
      {(loaded) => loaded && <ProxyForm loaded={loaded.proxy} others={loaded.others} />}
    </EditPage>
  );
}
