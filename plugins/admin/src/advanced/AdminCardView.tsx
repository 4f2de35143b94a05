import { Icon } from '@lading/ui';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Card, CardLink } from './cards.ts';
import { Highlight } from './Highlight.tsx';

export function AdminCardView(props: { card: Card; search: string }) {
  const { card, search } = props;
  const id = useId();
  return (
    <section className="admin-card" aria-labelledby={id}>
      <h2 id={id}>
        <Highlight text={card.group} search={search} />
      </h2>
      <ul>
        {card.links.map((link) => (
          <li key={link.path}>
            {link.disabled === undefined ? (
              <Link to={link.path}>
                <Highlight text={link.label} search={search} />
              </Link>
            ) : (
              <DisabledLink link={link} why={link.disabled} search={search} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the reason on hover or focus, until Escape, so that it is also available by keyboard. */
function DisabledLink(props: { link: CardLink; why: string; search: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer may rest on the tooltip, too
    <span
      className="admin-card__disabled"
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
    >
      {/* biome-ignore lint/a11y/useValidAnchor: a link without an address is how HTML says that it leads nowhere now */}
      <a role="link" aria-disabled="true" aria-describedby={id} tabIndex={0}>
        <Icon name="lock" size={16} />
        <Highlight text={props.link.label} search={props.search} />
      </a>
      <span role="tooltip" id={id} className="admin-card__why" data-open={open || undefined}>
        {props.why}
      </span>
    </span>
  );
}
