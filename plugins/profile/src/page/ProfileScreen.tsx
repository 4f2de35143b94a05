import { Lazy, useText } from '@lading/ui';
import { useSearchParams } from 'react-router-dom';
import { messages } from './messages.ts';
import { ProfilePage } from './ProfilePage.tsx';

const load = () => import('../develop/DevelopPage.tsx').then(({ DevelopPage }) => DevelopPage);

/**
 * The profile, or the question of `lading-kit dev`. It has no route of its own, which every page
 * would load.
 */
export function ProfileScreen() {
  const text = useText();
  const [params] = useSearchParams();
  if (!params.has('develop')) return <ProfilePage />;
  return <Lazy load={load} props={{}} failure={text(messages.developFailed)} />;
}
