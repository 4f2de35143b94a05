import type { ComparedVersion } from '@lading/contract/rest';
import { useFormats, useStyles, useText, When } from '@lading/ui';
import { Tags } from '@lading/ui/display';
import type { ReactNode } from 'react';
import css from '../version/tables.css?inline';
import { messages } from './messages.ts';

interface Row {
  readonly label: string;
  readonly differs: boolean;
  readonly cell: (version: ComparedVersion) => ReactNode;
}

/**
 * Compares the metadata of both versions, one field per row. Differences are marked with a word.
 */
export function MetadataTable(props: { from: ComparedVersion; to: ComparedVersion }) {
  useStyles(css);
  const text = useText();
  const { from, to } = props;
  const rows = useRows(from, to);
  return (
    <table className="packages-table compare-table">
      <thead>
        <tr>
          <th scope="col">{text(messages.property)}</th>
          <th scope="col" className="ld-mono">
            {from.version}
          </th>
          <th scope="col" className="ld-mono">
            {to.version}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, differs, cell }) => (
          <tr key={label}>
            <th scope="row">
              {label} {differs && <Tags words={[text(messages.differs)]} />}
            </th>
            <td>{cell(from)}</td>
            <td>{cell(to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SCANS = {
  known: messages.scanKnown,
  pending: messages.scanPending,
  unknown: messages.scanUnknown,
  off: messages.scanOff,
} as const;

function useRows(from: ComparedVersion, to: ComparedVersion): Row[] {
  const text = useText();
  const formats = useFormats();
  const row = (
    label: string,
    value: (version: ComparedVersion) => unknown,
    cell: (version: ComparedVersion) => ReactNode,
  ): Row => ({ label, differs: JSON.stringify(value(from)) !== JSON.stringify(value(to)), cell });
  const none = text(messages.none);
  return [
    {
      ...row(
        text(messages.published),
        ({ created }) => created,
        ({ created }) => <When date={created} />,
      ),
      differs: false,
    },
    row(
      text(messages.size),
      ({ size }) => size,
      ({ size }) => formats.size(size),
    ),
    row(
      text(messages.licenses),
      ({ licenses }) => licenses,
      ({ licenses }) => licenses.join(', ') || text(messages.unknown),
    ),
    row(
      text(messages.scan),
      ({ scan }) => scan,
      ({ scan }) => text(SCANS[scan]),
    ),
    row(
      text(messages.deprecated),
      ({ deprecated }) => deprecated,
      ({ deprecated }) => deprecated ?? none,
    ),
    row(
      text(messages.description),
      ({ description }) => description,
      ({ description }) => description ?? none,
    ),
    row(
      text(messages.keywords),
      ({ keywords }) => keywords,
      ({ keywords }) => keywords.join(', ') || none,
    ),
    row(
      text(messages.repository),
      ({ repo }) => repo,
      ({ repo }) => repo,
    ),
  ];
}
