import { useParams } from 'react-router-dom';
import { BackendPage } from '../pluginBackends/BackendPage.tsx';
import { DevelopmentPage } from '../pluginDevelopment/DevelopmentPage.tsx';
import { PolicyPage } from '../pluginPolicy/PolicyPage.tsx';
import { PluginSettingsPage } from '../pluginSettings/PluginSettingsPage.tsx';
import { PluginsPage } from './PluginsPage.tsx';

/**
 * The plugins of the console, which of them are allowed, who develops them, and the forms of
 * backends and settings.
 */
export function PluginPages() {
  const { part } = useParams();
  if (part === 'policy') return <PolicyPage />;
  if (part === 'development') return <DevelopmentPage />;
  if (part === 'settings') return <PluginSettingsPage />;
  return part === 'backends' ? <BackendPage /> : <PluginsPage />;
}
