import { EmptyState, PageFrame, useStyles, useText } from '@lading/ui';
import { Link, useParams } from 'react-router-dom';
import { GUIDES, guideOf } from '../guides/guides.ts';
import { GuideText } from '../markdown/GuideText.tsx';
import css from './documentation.css?inline';
import { messages } from './messages.ts';

export { guidePages } from '../guides/guidePages.ts';

/** Shows one guide at a time. */
export function DocumentationPage() {
  useStyles(css);
  const text = useText();
  const { guide: id } = useParams();
  const guide = guideOf(id);
  const above = [{ label: text(messages.heading), to: '/help/documentation' }];
  return (
    <PageFrame
      heading={guide && id !== undefined ? text(guide.title) : text(messages.heading)}
      above={id === undefined ? [] : above}
    >
      <div className="help-page">
        <GuideList shown={guide?.id} />
        {guide ? (
          <GuideText key={guide.id} guide={guide} />
        ) : (
          <EmptyState
            icon="document"
            what={text(messages.unknown, { guide: id ?? '' })}
            more={text(messages.unknownMore)}
          />
        )}
      </div>
    </PageFrame>
  );
}

function GuideList(props: { shown: string | undefined }) {
  const text = useText();
  const groups = [...new Set(GUIDES.map(({ group }) => group))];
  return (
    <nav className="help-guides" aria-label={text(messages.guides)}>
      {groups.map((group) => (
        <section key={group.id}>
          <h2>{text(group)}</h2>
          <ul>
            {GUIDES.filter((guide) => guide.group === group).map(({ id, title }) => (
              <li key={id}>
                <Link to={`/help/documentation/${id}`} aria-current={id === props.shown ? 'page' : undefined}>
                  {text(title)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ul>
        <li>
          <Link to="/help/api">{text(messages.api)}</Link>
        </li>
      </ul>
    </nav>
  );
}
