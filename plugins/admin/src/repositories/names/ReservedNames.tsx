import type { ReservationChange } from '@lading/contract/rest';
import { Button, FetchedView, TextField, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import { messages } from './messages.ts';
import { NameCheck } from './NameCheck.tsx';
import css from './names.css?inline';
import { ReservationRow } from './ReservationRow.tsx';
import { Reservations } from './Reservations.ts';

interface Props {
  readonly repository: string;
  /** Names of the repository's format: `@acme/*`. */
  readonly pattern: string;
}

/**
 * Lists names that upstreams are never queried for, with the reasons. Changes apply immediately.
 */
export const ReservedNames = observer(function ReservedNames({ repository, pattern }: Props) {
  useStyles(css);
  const { http, notifications, modals } = useShell();
  const text = useText();
  const id = useId();
  const reservations = useMemo(() => new Reservations(http, repository), [http, repository]);
  const [prefix, setPrefix] = useState('');
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  const change = async (wanted: ReservationChange): Promise<boolean> => {
    setBusy(true);
    try {
      await reservations.change(wanted);
      return true;
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.changeFailed, { prefix: wanted.prefix, cause }));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const choose = async (wanted: ReservationChange) => {
    const lifts = wanted.effect === 'lifted';
    const agreed =
      !lifts ||
      (await modals.confirm({
        title: text(messages.liftTitle, { prefix: wanted.prefix }),
        text: text(messages.liftText),
        verb: text(messages.lift),
        danger: true,
      }));
    // The action can remove the pressed button, which has the focus.
    if (agreed && (await change(wanted))) heading.current?.focus();
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const given = prefix.trim();
    if (given !== '' && !busy && (await change({ prefix: given, effect: 'reserved' }))) setPrefix('');
  };
  return (
    <section className="admin-names" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {text(messages.heading)}
      </h2>
      <p className="ld-soft">{text(messages.about)}</p>
      <NameCheck repository={repository} example={pattern.replace('*', 'core')} />
      <form className="admin-names__row" onSubmit={(event) => void add(event)}>
        <TextField
          label={text(messages.prefix)}
          autoComplete="off"
          spellCheck={false}
          value={prefix}
          onChange={setPrefix}
          help={text(messages.prefixHelp, { example: pattern.replace(/[/:]?\*$/, '') })}
        />
        <Button type="submit" label={text(messages.reserve)} busy={busy} />
      </form>
      <FetchedView fetched={reservations.fetched} failure={text(messages.failed)}>
        {(shown) =>
          shown && (
            <>
              {shown.all.length === 0 && <p className="ld-soft">{text(messages.none)}</p>}
              {shown.all.length > 0 && (
                <ul className="admin-names__list" aria-label={text(messages.list)}>
                  {shown.all.map((each) => (
                    <ReservationRow
                      key={each.prefix}
                      reservation={each}
                      busy={busy}
                      onChange={(wanted) => void choose(wanted)}
                    />
                  ))}
                </ul>
              )}
              {shown.next !== undefined && (
                <Button label={text(messages.more)} onClick={() => void reservations.more()} />
              )}
            </>
          )
        }
      </FetchedView>
    </section>
  );
});
