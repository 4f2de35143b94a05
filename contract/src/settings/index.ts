/** Values of a plugin's settings. Bundled with the plugins that import it. */
export { pluginSettings, type SettingsOfPlugin, settingsChanged } from './pluginSettings.ts';
