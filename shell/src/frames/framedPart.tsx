import { type Message, MOUNT_TIMEOUT_MS, type PluginManifest } from '@lading/contract';
import { PageSkeleton } from '@lading/ui';
import { type ComponentType, createElement, useEffect, useRef, useState } from 'react';
import type { PartProps } from '../framed/protocol.ts';
import { within } from '../plugins/deadline.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Failure } from '../plugins/StageFailure.ts';
import type { Shell } from '../Shell.ts';
import { FIRST_HEIGHT } from './FrameHeight.ts';
import { FrameHost } from './FrameHost.ts';
import { failureOf, frameOf } from './frameOf.ts';
import { frameServices } from './shellServices.ts';
import { whenVisible } from './whenVisible.ts';

/** Most pixels that a frame has, by kind of contribution. */
const MOST_HEIGHT = { dashboardWidgets: 640, packageTabs: 2_400, nodeTabs: 2_400 };
type PartKind = keyof typeof MOST_HEIGHT;

/** Behind the skeleton until the part is mounted, but as wide, and drawn by the browser. */
const PENDING = { position: 'absolute', inset: 0, overflow: 'hidden', opacity: 0 } as const;

interface Part {
  readonly shell: Shell;
  readonly record: PluginRecord;
  /** Path of its function in the definition of the plugin. */
  readonly ref: string;
  readonly label: Message;
  readonly maxHeight: number;
}

/** Returns a component that shows a part of an untrusted plugin in a frame. */
export function framedPart(shell: Shell, record: PluginRecord, ref: string): ComponentType<object> {
  const [, kind = '', index = ''] = ref.split('/');
  const { label } = partsOf(record.manifest, kind)?.[Number(index)] ?? {};
  if (!label) throw new Error(`${record.specifier} has no part at ${ref}`);
  const part: Part = { shell, record, ref, label, maxHeight: MOST_HEIGHT[kind as PartKind] };
  return (props) => createElement(FramedPart, { part, props: { ...props } });
}

/** The parts of one kind in a manifest. */
function partsOf(manifest: PluginManifest | undefined, kind: string) {
  return Object.hasOwn(MOST_HEIGHT, kind)
    ? manifest?.contributions.extensions?.[kind as PartKind]
    : undefined;
}

function FramedPart({ part, props }: { part: Part; props: PartProps }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<FrameHost>();
  const latest = useRef(props);
  latest.current = props;
  const [failure, setFailure] = useState<Error>();
  const [isMounted, setMounted] = useState(false);

  useEffect(() => {
    const mount = new AbortController();
    const crash = (found: Failure) => setFailure(failureOf(part.record, found));
    const domElement = place.current as HTMLElement;
    // A dashboard can have many: each frame that is not seen would cost memory.
    const stopWaiting = whenVisible(domElement, () => {
      const host = open(part, latest.current, domElement, mount.signal, crash);
      shown.current = host;
      within(MOUNT_TIMEOUT_MS, host.mount(), 'Mounting').then(
        () => setMounted(true),
        ({ message }: Error) => {
          host.end();
          if (!mount.signal.aborted) crash({ class: 'timeout', message, resolved: true });
        },
      );
    });
    return () => {
      stopWaiting();
      mount.abort();
      shown.current?.end();
    };
  }, [part]);
  useEffect(() => shown.current?.tell(props));

  if (failure) throw failure;
  return (
    <div style={{ position: 'relative', minBlockSize: isMounted ? undefined : FIRST_HEIGHT }}>
      {!isMounted && <PageSkeleton />}
      <div ref={place} style={isMounted ? undefined : PENDING} />
    </div>
  );
}

function open(
  { shell, record, ref, label, maxHeight }: Part,
  props: PartProps,
  domElement: HTMLElement,
  signal: AbortSignal,
  crash: (failure: Failure) => void,
): FrameHost {
  const host: FrameHost = new FrameHost({
    ...frameOf(shell, record),
    props: { name: record.name, domElement, shell: shell.apiFor(record, signal) },
    part: { ref, props, maxHeight },
    slot: { crash },
    services: frameServices(shell, record, {
      get title() {
        return `${record.name}: ${shell.language.text(label)}`;
      },
      isInUse: () => host.guard.isInUse(),
      answered: () => host.guard.answered(),
    }),
  });
  return host;
}
