import {
  type Contribution,
  hydrate,
  type PluginModule,
  type PluginProps,
  type TableCell,
} from '@lading/contract';
import type { FramesModule } from '../plugins/FramesModule.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Shell } from '../Shell.ts';
import { BackgroundFrame, type TaskKind } from './BackgroundFrame.ts';
import { FrameHost } from './FrameHost.ts';
import { framedPart } from './framedPart.tsx';
import { frameOf } from './frameOf.ts';
import { ownPage } from './ownPage.ts';
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

/** Functions that run in a frame that is not visible, by kind and name. */
const TASKS: Readonly<Record<string, TaskKind>> = {
  'rowActions/available': 'check',
  'rowActions/run': 'action',
  'commands/run': 'command',
  'tableColumns/values': 'column',
};

/** One for all tasks of a plugin. */
const backgrounds = new WeakMap<PluginRecord, BackgroundFrame>();

/** Called in place of a function of the plugin. */
function call(shell: Shell, record: PluginRecord, ref: string, [argument]: readonly unknown[]): unknown {
  const [, kind, index, name] = ref.split('/');
  const task = TASKS[`${kind}/${name}`];
  if (!task) return framedPart(shell, record, ref);
  const background = backgrounds.get(record) ?? new BackgroundFrame(shell, record);
  backgrounds.set(record, background);
  const result = background.run(task, ref, task === 'command' ? undefined : argument);
  if (task === 'command')
    result.catch((error: unknown) => reportCommand(shell, record, Number(index), error));
  return task === 'column' ? result.then((cells) => withOwnPages(shell, record, cells)) : result;
}

/** The palette only shows an error to the user, whereas tables also report it. */
function reportCommand(shell: Shell, { name, manifest }: PluginRecord, index: number, error: unknown): void {
  const value = manifest?.contributions.extensions?.commands?.[index];
  if (value)
    shell.ownApi().reportFailure({ plugin: name, value } as unknown as Contribution<'commands'>, error);
}

/** Cells link only to pages of the plugin, as its navigation does. */
function withOwnPages(shell: Shell, record: PluginRecord, cells: boolean | readonly TableCell[]): unknown {
  if (typeof cells === 'boolean') return undefined;
  return cells.map((cell) => {
    if (typeof cell !== 'object' || cell?.path === undefined) return cell;
    const { path, ...rest } = cell;
    const page = ownPage(shell, record, path);
    return page === undefined ? rest : { ...rest, path: page };
  });
}
