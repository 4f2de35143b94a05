import { PageFrame, useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { guideOf, LESSONS } from '../guides/guides.ts';
import { messages } from './messages.ts';

/** Guides for new users, in reading order. */
export function LearningCenterPage() {
  const text = useText();
  return (
    <PageFrame heading={text(messages.heading)}>
      <p className="ld-soft">{text(messages.about)}</p>
      <ol>
        {LESSONS.map((id, at) => {
          const guide = guideOf(id);
          return (
            guide && (
              <li key={id}>
                <Link to={`/help/documentation/${id}`}>
                  {text(messages.lesson, { number: at + 1, title: text(guide.title) })}
                </Link>
              </li>
            )
          );
        })}
      </ol>
    </PageFrame>
  );
}
