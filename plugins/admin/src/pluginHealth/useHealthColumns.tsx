import type { PluginHealth } from '@lading/contract/rest';
import { type Text, useFormats, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { CellButton, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { messages } from './messages.ts';

/** Share of failed loads from which a version counts as broken. */
const BAD_SHARE = 0.05;

export function useHealthColumns(onDetails: (row: PluginHealth) => void): readonly Column<PluginHealth>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<PluginHealth>[]>(
    () => [
      {
        key: 'plugin',
        title: text(messages.plugin),
        width: 'grow',
        least: 160,
        sortable: true,
        phone: 'first',
        cell: ({ plugin, version }) => (
          <>
            {plugin} <span className="ld-soft">{version}</span>
          </>
        ),
      },
      {
        key: 'failed',
        title: text(messages.failed),
        width: 280,
        shrinks: 150,
        sortable: true,
        phone: 'second',
        cell: (row) => <State row={row} text={text} formats={formats} />,
      },
      {
        key: 'off',
        title: text(messages.turnedOff),
        width: 130,
        shrinks: 120,
        sortable: true,
        cell: ({ turnedOff }) => turnedOff > 0 && text(messages.browserCount, { count: turnedOff }),
      },
      time('load', text(messages.load), ({ loadMs }) => loadMs, text),
      time('mount', text(messages.mount), ({ mountMs }) => mountMs, text),
      {
        key: 'lastSeen',
        title: text(messages.lastSeen),
        width: 130,
        sortable: true,
        phone: 'second-end',
        cell: ({ lastSeen }) => <When date={lastSeen} />,
      },
      {
        key: 'details',
        title: text(messages.details),
        width: 110,
        phone: 'first-end',
        cell: (row) => (
          <CellButton
            label={text(messages.details)}
            aria-label={text(messages.detailsOf, { plugin: row.plugin, version: row.version })}
            onClick={() => onDetails(row)}
          />
        ),
      },
    ],
    [text, formats, onDetails],
  );
}

function time(
  key: string,
  title: string,
  value: (row: PluginHealth) => number | undefined,
  text: Text,
): Column<PluginHealth> {
  return {
    key,
    title,
    width: 110,
    yields: true,
    align: 'end',
    sortable: true,
    cell: (row) => {
      const found = value(row);
      return found === undefined ? '' : text(messages.ms, { value: found });
    },
  };
}

interface StateProps {
  readonly row: PluginHealth;
  readonly text: Text;
  readonly formats: ReturnType<typeof useFormats>;
}

function State({ row: { loads, failedLoads, failureCount }, text, formats }: StateProps) {
  const share = loads === 0 ? 0 : failedLoads / loads;
  const percent = formats.count(Math.round(share * 1000) / 10);
  const others = failureCount - failedLoads;
  const state = share >= BAD_SHARE ? 'bad' : failureCount > 0 ? 'warning' : 'good';
  return (
    <Badge state={state}>
      {failedLoads === 0 && others > 0
        ? text(messages.runFailures, { count: others })
        : text(messages.share, { share: percent, loads })}
    </Badge>
  );
}
