import type { SettingValue } from '../plugin/setting.ts';
import type { ShellApi } from '../shell/ShellApi.ts';
import type { Disposer } from '../shell/services.ts';

/** Names of settings and their values. */
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** Values of the settings of one plugin, for the current user. */
export interface SettingsOfPlugin<Values extends object = SettingValues> {
  /** Loads the values: those that are set, and defaults. Throws `HttpFailure`. */
  load(): Promise<Values>;
  /**
   * Calls back with the current values, and with each change: one of this browser immediately, one
   * of another browser within a minute. Errors are passed to `onError`. Ends with the disposer, or
   * when the plugin is unmounted.
   */
  watch(onValues: (values: Values) => void, onError?: (error: unknown) => void): Disposer;
}

const everyMs = 60_000;

/** Returns the settings of the plugin with this name. */
export function pluginSettings<Values extends object = SettingValues>(
  shell: Pick<ShellApi, 'http' | 'periodic' | 'signal'>,
  plugin: string,
): SettingsOfPlugin<Values> {
  const load = (signal: AbortSignal = shell.signal) =>
    shell.http.json<{ values: Values }>(callOf(plugin), { signal }).then(({ values }) => values);
  return {
    load: () => load(),
    watch(onValues, onError = () => {}) {
      const ended = new AbortController();
      const signal = AbortSignal.any([ended.signal, shell.signal]);
      if (signal.aborted) return () => {};
      let last: string | undefined;
      const read = async () => {
        try {
          const values = await load(signal);
          const text = JSON.stringify(values);
          if (signal.aborted || text === last) return;
          last = text;
          onValues(values);
        } catch (error) {
          if (signal.aborted) return;
          // The next values are passed on, even the same ones: a shown error can then go away.
          last = undefined;
          onError(error);
        }
      };
      const channel = new BroadcastChannel(channelOf(plugin));
      channel.onmessage = () => void read();
      const stop = shell.periodic.repeat(read, everyMs);
      signal.addEventListener('abort', () => {
        channel.close();
        stop();
      });
      void read();
      return () => ended.abort();
    },
  };
}

/** Call after a change of the settings: watchers in this browser load the new values. */
export function settingsChanged(plugin: string): void {
  const channel = new BroadcastChannel(channelOf(plugin));
  channel.postMessage('changed');
  channel.close();
}

const callOf = (plugin: string) => `/ui/api/v1/lading/plugins/${plugin}/settings`;
const channelOf = (plugin: string) => `lading-settings-${plugin}`;
