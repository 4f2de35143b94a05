import { Icon } from '@lading/ui';
import { useId } from 'react';
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

/** Says why when the pointer or the focus is on it: a keyboard reaches it, too. */
function DisabledLink(props: { link: CardLink; why: string; search: string }) {
  const id = useId();
  return (
    <span className="admin-card__disabled">
      {/* biome-ignore lint/a11y/useValidAnchor: a link without an address is how HTML says that it leads nowhere now */}
      <a role="link" aria-disabled="true" aria-describedby={id} tabIndex={0}>
        <Icon name="lock" size={16} />
        <Highlight text={props.link.label} search={props.search} />
      </a>
      <span role="tooltip" id={id} className="admin-card__why">
        {props.why}
      </span>
    </span>
  );
}
