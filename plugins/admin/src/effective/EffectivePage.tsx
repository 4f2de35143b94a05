import { PageFrame, Tabs, useStyles, useText } from '@lading/ui';
import { useSearchParams } from 'react-router-dom';
import { EFFECTIVE } from '../paths.ts';
import { ByPath } from './ByPath.tsx';
import { ByUser } from './ByUser.tsx';
import css from './effective.css?inline';
import { messages } from './messages.ts';

/**
 * Effective permissions with the rules that grant them, for a path or for a user. The URL contains
 * the selection.
 */
export function EffectivePage() {
  useStyles(css);
  const text = useText();
  const [query] = useSearchParams();
  const tab = query.has('user') ? 'user' : 'path';
  return (
    <PageFrame full heading={text(messages.title)}>
      <p className="ld-soft">{text(messages.about)}</p>
      <Tabs
        label={text(messages.directions)}
        tabs={[
          { key: 'path', label: text(messages.byPath) },
          { key: 'user', label: text(messages.byUser) },
        ]}
        selected={tab}
        to={(key) => (key === 'user' ? `${EFFECTIVE}?user=` : EFFECTIVE)}
      >
        {tab === 'user' ? (
          <ByUser key={query.get('user')} user={query.get('user') ?? ''} />
        ) : (
          <ByPath
            key={`${query.get('repository')}/${query.get('path')}`}
            repository={query.get('repository') ?? ''}
            path={query.get('path') ?? ''}
          />
        )}
      </Tabs>
    </PageFrame>
  );
}
