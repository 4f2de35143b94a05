import type { FieldErrors } from '@lading/ui/edit';
import { editMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';
import type { BundleService, NewBundle } from './supportApi.ts';

/** The values of the form. Numbers are texts, as they are typed. */
export interface BundleValues {
  readonly name: string;
  readonly description: string;
  readonly services: readonly BundleService[];
  readonly allNodes: boolean;
  /** Selected nodes, if not all. */
  readonly nodes: readonly string[];
  readonly configuration: boolean;
  readonly system: boolean;
  readonly logs: boolean;
  readonly start_date: string;
  readonly end_date: string;
  readonly count: string;
  readonly interval: string;
}

/** Days of logs that are included by default. */
const LOG_DAYS = 2;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);

export function newBundle(now: number): BundleValues {
  return {
    name: '',
    description: '',
    services: ['artifactory'],
    allNodes: true,
    nodes: [],
    configuration: true,
    system: true,
    logs: true,
    start_date: day(now - (LOG_DAYS - 1) * 86_400_000),
    end_date: day(now),
    count: '1',
    interval: '0',
  };
}

export const MOST_PROFILES = 20;
const LONGEST_INTERVAL_MS = 60_000;

export function checkBundle(values: BundleValues): FieldErrors<BundleValues> {
  const { name, description, services, logs, start_date, end_date, count, interval } = values;
  const number = (text: string, most: number) =>
    /^\d+$/.test(text.trim()) && integer(text) <= most
      ? undefined
      : { message: messages.badNumber, values: { most } };
  const errors = {
    name:
      name.trim() === ''
        ? { message: editMessages.missing }
        : name.length > 100
          ? { message: messages.tooLong, values: { most: 100 } }
          : undefined,
    description:
      description.length > 1000 ? { message: messages.tooLong, values: { most: 1000 } } : undefined,
    services: services.length === 0 ? { message: messages.noService } : undefined,
    nodes: !values.allNodes && values.nodes.length === 0 ? { message: messages.noNode } : undefined,
    end_date:
      logs && start_date && end_date && start_date > end_date ? { message: messages.badDates } : undefined,
    count: number(count, MOST_PROFILES),
    interval: number(interval, LONGEST_INTERVAL_MS),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

/** `hasNodes`: whether the installation has several nodes to select. */
export function bundleOf(values: BundleValues, hasNodes: boolean): NewBundle {
  const { allNodes, nodes } = values;
  const { name, description, configuration, system, logs, start_date, end_date, count, interval } = values;
  return {
    name: name.trim(),
    description: description.trim(),
    parameters: {
      configuration,
      system,
      logs: {
        include: logs,
        ...(logs && start_date ? { start_date } : {}),
        ...(logs && end_date ? { end_date } : {}),
      },
      thread_dump: { count: integer(count), interval: integer(interval) },
      ...(hasNodes ? { nodes: allNodes ? 'all' : [...nodes] } : {}),
    },
  };
}

function integer(text: string): number {
  return Number.parseInt(text, 10);
}
