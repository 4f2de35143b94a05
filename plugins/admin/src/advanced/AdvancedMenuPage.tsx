import { Button, EmptyState, PageFrame, SearchField, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useLocation, useNavigate } from 'react-router-dom';
import { ADVANCED } from '../paths.ts';
import { AdminCardView } from './AdminCardView.tsx';
import css from './advanced.css?inline';
import { cardsOf, searchCards } from './cards.ts';
import { messages } from './messages.ts';

/** Searchable cards with links to all pages of the administration. */
export const AdvancedMenuPage = observer(function AdvancedMenuPage() {
  useStyles(css);
  const shell = useShell();
  const text = useText();
  const navigate = useNavigate();
  const search = new URLSearchParams(useLocation().search).get('search') ?? '';
  const cards = cardsOf(
    {
      menu: shell.menus.sidebar('administration'),
      cards: shell
        .contributions('adminCards')
        .map(({ value }) => value)
        .filter(({ requires }) => shell.allows(requires)),
      general: messages.general,
      here: ADVANCED,
    },
    text,
  );
  const found = searchCards(cards, search);
  const count = found.reduce((sum, { links }) => sum + links.length, 0);
  const change = (to: string) => {
    const query = to === '' ? '' : `?${new URLSearchParams({ search: to })}`;
    void navigate({ pathname: ADVANCED, search: query }, { replace: true });
  };
  return (
    <PageFrame heading={text(messages.title)}>
      <div className="admin-cards__search">
        <SearchField label={text(messages.search)} value={search} onChange={change} />
        <span role="status" className="ld-soft">
          {search !== '' && text(messages.found, { count })}
        </span>
      </div>
      {found.length > 0 && (
        <div className="admin-cards">
          {found.map((card) => (
            <AdminCardView key={card.group} card={card} search={search} />
          ))}
        </div>
      )}
      {found.length === 0 &&
        (search === '' ? (
          <EmptyState icon="settings" what={text(messages.empty)} />
        ) : (
          <EmptyState icon="search" what={text(messages.nothing, { search })}>
            <Button label={text(messages.clear)} onClick={() => change('')} />
          </EmptyState>
        ))}
    </PageFrame>
  );
});
