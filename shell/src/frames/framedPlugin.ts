import { hydrate, type PluginModule, type PluginProps } from '@lading/contract';
import type { FramesModule } from '../plugins/FramesModule.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Shell } from '../Shell.ts';
import { BackgroundFrame } from './BackgroundFrame.ts';
import { FrameHost } from './FrameHost.ts';
import { framedPart } from './framedPart.tsx';
import { frameOf } from './frameOf.ts';
import { frameServices } from './shellServices.ts';

/** Returns a module that shows an untrusted plugin in frames instead of running its code. */
export const framedPlugin: FramesModule['framedPlugin'] = (shell, record, slot): PluginModule => {
  const hosts = new Map<HTMLElement, FrameHost>();
  const { manifest } = record;
  return {
    default: {
      ...(manifest && hydrate(manifest, async (ref, args) => call(shell, record, ref, args))),
    },
    bootstrap: async () => {},
    mount: (props: PluginProps) => {
      const host = new FrameHost({
        ...frameOf(shell, record),
        props,
        slot: { crash: (failure) => slot?.crash(failure) },
        services: frameServices(shell, record),
      });
      hosts.set(props.domElement, host);
      return host.mount();
    },
    unmount: async ({ domElement }: PluginProps) => {
      hosts.get(domElement)?.end();
      hosts.delete(domElement);
    },
  };
};

/** One for all actions of a plugin. */
const backgrounds = new WeakMap<PluginRecord, BackgroundFrame>();

/** Called in place of a function of the plugin. */
function call(shell: Shell, record: PluginRecord, ref: string, [argument]: readonly unknown[]): unknown {
  if (!ref.startsWith('extensions/rowActions/')) return framedPart(shell, record, ref);
  const background = backgrounds.get(record) ?? new BackgroundFrame(shell, record);
  backgrounds.set(record, background);
  return background.run(ref, argument, ref.endsWith('/run'));
}
