import type { NodeLoad } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { HEIGHT, highestMark, linePath, WIDTH } from './linePath.ts';
import { loadMessages, queueMessages } from './loadMessages.ts';

type Queue = NodeLoad['queues'][number];

/** Lengths of the queues, with their course. */
export function QueueTable({ queues }: Pick<NodeLoad, 'queues'>) {
  const text = useText();
  const heads = ['queue', 'now', 'longest', 'course'] as const;
  return (
    <table className="status-table status-load__queues" aria-label={text(loadMessages.queues)}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {text(loadMessages[head])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => (
          <QueueRow key={queue.name} queue={queue} />
        ))}
      </tbody>
    </table>
  );
}

function QueueRow({ queue: { name, waiting } }: { readonly queue: Queue }) {
  const text = useText();
  const formats = useFormats();
  const known = waiting.filter((value) => value !== null);
  const title = isNamed(name) ? text(queueMessages[name]) : name;
  const shown = (value: number | null | undefined) =>
    typeof value === 'number' ? formats.count(value) : text(loadMessages.unknown);
  const now = shown(waiting.at(-1));
  const longest = shown(known.length > 0 ? Math.max(...known) : null);
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{now}</td>
      <td>{longest}</td>
      <td>
        {known.length > 1 && (
          <svg
            className="status-load__course"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={text(loadMessages.courseOf, { queue: title, now, longest })}
          >
            <path className="status-load__line" d={linePath(waiting, highestMark(waiting))} />
          </svg>
        )}
      </td>
    </tr>
  );
}

function isNamed(name: string): name is keyof typeof queueMessages {
  return Object.hasOwn(queueMessages, name);
}
