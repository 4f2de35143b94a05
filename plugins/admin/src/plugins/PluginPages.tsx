import { useParams } from 'react-router-dom';
import { BackendPage } from '../pluginBackends/BackendPage.tsx';
import { PolicyPage } from '../pluginPolicy/PolicyPage.tsx';
import { PluginsPage } from './PluginsPage.tsx';

/** The plugins of the console, which of them are allowed, and the form of a backend. */
export function PluginPages() {
  const { part } = useParams();
  if (part === 'policy') return <PolicyPage />;
  return part === 'backends' ? <BackendPage /> : <PluginsPage />;
}
