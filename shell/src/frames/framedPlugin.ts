import type { PluginModule, PluginProps } from '@lading/contract';
import type { FramesModule } from '../plugins/FramesModule.ts';
import { FrameHost } from './FrameHost.ts';
import { frameServices } from './shellServices.ts';

/** File name of this module. It has another hash in a build with other messages. */
const HOST = new URL(import.meta.url).pathname.split('/').at(-1);

/** Returns lifecycles that show an untrusted plugin in a frame instead of running its code. */
export const framedPlugin: FramesModule['framedPlugin'] = (shell, record, slot): PluginModule => {
  const hosts = new Map<HTMLElement, FrameHost>();
  const { name, version, specifier } = record;
  return {
    default: {},
    bootstrap: async () => {},
    mount: (props: PluginProps) => {
      const host = new FrameHost({
        props,
        slot,
        label: `${specifier} ${version}`,
        address: `${shell.base}frames/${name}/${version}/?host=${HOST}`,
        limits: { plugin: name, reads: record.frame?.reads ?? [] },
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
