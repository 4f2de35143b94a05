import type { UserData, UserSummary } from '@lading/contract/rest';
import { ErrorState, PageFrame, SearchField, SelectField, Skeleton, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { messages } from '../../why/messages.ts';
import { useFrame } from '../FrameContext.ts';
import { useCall } from '../system/useCall.ts';
import { VerdictTable } from './VerdictTable.tsx';
import css from './why.css?inline';

const USERS = '/access/api/v2/users';
const VISITOR = 'anonymous';

/**
 * Shows administrators what a user can see, with the rule and specification row that decides. The
 * selection is part of the URL.
 */
export const UsersWhyPage = observer(function UsersWhyPage() {
  useStyles(css);
  const { navigation, user } = useFrame();
  const text = useText();
  const query = new URLSearchParams(navigation.place.search);
  const name = query.get('user') || (user.current?.name ?? VISITOR);
  const path = query.get('path') ?? '';
  const everything = query.get('all') === 'true';
  const { called, again } = useCall<{ users: UserSummary[] }>(USERS);
  const names = called && 'answer' in called ? called.answer.users.map(({ username }) => username) : [];
  const known = [...new Set([...names, ...(name === VISITOR ? [] : [name])])].sort();

  const choose = (change: Record<string, string>) => {
    const next = new URLSearchParams(navigation.place.search);
    for (const [key, value] of Object.entries(change)) {
      if (value === '') next.delete(key);
      else next.set(key, value);
    }
    const search = next.toString();
    void navigation.go(search === '' ? '/why' : `/why?${search}`, { replace: true });
  };

  return (
    <PageFrame heading={text(messages.heading)}>
      <p className="ld-soft">{text(messages.lead)}</p>
      <div className="lading-why-bar">
        <SelectField
          label={text(messages.user)}
          value={name}
          options={[
            ...known.map((key) => ({ key, label: key })),
            { key: VISITOR, label: text(messages.visitor) },
          ]}
          onChange={(chosen) => choose({ user: chosen })}
        />
        <SearchField
          label={text(messages.path)}
          value={path}
          onChange={(typed) => choose({ path: typed.trim() })}
        />
        <label className="lading-why-only">
          <input
            type="checkbox"
            checked={!everything}
            onChange={(event) => choose({ all: event.target.checked ? '' : 'true' })}
          />
          {text(messages.onlyMissing)}
        </label>
      </div>
      {called && 'cause' in called && (
        <ErrorState what={text(messages.usersFailed)} cause={called.cause} onRetry={again} />
      )}
      <ForUser key={name} name={name} path={path} everything={everything} />
    </PageFrame>
  );
});

function ForUser(props: { name: string; path: string; everything: boolean }) {
  const { name, path, everything } = props;
  const text = useText();
  const { called, again } = useCall<UserData>(`/ui/api/v1/access/users/${encodeURIComponent(name)}/console`);
  if (!called) return <Skeleton width="60%" />;
  if ('cause' in called) {
    return (
      <ErrorState what={text(messages.userFailed, { user: name })} cause={called.cause} onRetry={again} />
    );
  }
  return <VerdictTable user={called.answer} path={path} everything={everything} />;
}
