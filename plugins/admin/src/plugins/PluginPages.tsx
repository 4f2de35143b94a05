import { useParams } from 'react-router-dom';
import { BackendPage } from '../pluginBackends/BackendPage.tsx';
import { DevelopmentPage } from '../pluginDevelopment/DevelopmentPage.tsx';
import { PolicyPage } from '../pluginPolicy/PolicyPage.tsx';
import { PluginSettingsPage } from '../pluginSettings/PluginSettingsPage.tsx';
import { PluginsPage } from './PluginsPage.tsx';

/**
 * Pages for plugins: the list, the policy, the settings for developers, and the forms of backends
 * and settings.
 */
export function PluginPages() {
  const { part } = useParams();
  if (part === 'policy') return <PolicyPage />;
  if (part === 'development') return <DevelopmentPage />;
  if (part === 'settings') return <PluginSettingsPage />;
  return part === 'backends' ? <BackendPage /> : <PluginsPage />;
}
