import type { Message } from '@lading/contract';
import type { Reservation, ReservationChange } from '@lading/contract/rest';
import { Button, useText } from '@lading/ui';
import { messages } from './messages.ts';

const STATES: Readonly<Record<Reservation['state'], Message>> = {
  reserved: messages.stateReserved,
  'reserved-by-default': messages.stateDefault,
  lifted: messages.stateLifted,
  open: messages.stateOpen,
};

interface Props {
  readonly reservation: Reservation;
  readonly busy: boolean;
  readonly onChange: (change: ReservationChange) => void;
}

export function ReservationRow({ reservation, busy, onChange }: Props) {
  const text = useText();
  const { prefix, state, repositories, createdBy, rule } = reservation;
  const closed = state === 'reserved' || state === 'reserved-by-default';
  const notes = [
    ...(rule === undefined ? [] : [text(messages.widerRule, { prefix: rule })]),
    ...(createdBy === undefined ? [] : [text(messages.by, { user: createdBy })]),
    ...(repositories.length === 0
      ? []
      : [
          text(state === 'open' ? messages.openWhy : messages.namesIn, {
            repositories: repositories.join(', '),
          }),
        ]),
  ];
  const action = (label: Message, name: Message, effect: ReservationChange['effect']) => (
    <Button
      label={text(label)}
      aria-label={text(name, { prefix })}
      disabled={busy}
      onClick={() => onChange({ prefix, effect })}
    />
  );
  return (
    <li className="admin-names__item">
      <span className="admin-names__prefix ld-mono">{prefix}</span>
      <span className={`admin-names__state ${closed ? 'admin-names__state--closed' : ''}`}>
        {text(STATES[state])}
      </span>
      <span className="admin-names__notes ld-soft">{notes.join(' · ')}</span>
      <span className="admin-names__actions">
        {createdBy !== undefined && action(messages.undo, messages.undoOne, 'default')}
        {closed && action(messages.lift, messages.liftOne, 'lifted')}
        {!closed && action(messages.reserve, messages.reserveOne, 'reserved')}
      </span>
    </li>
  );
}
