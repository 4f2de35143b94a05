import { SeveralPage } from './SeveralPage.tsx';
import { OAUTH } from './several.ts';

export function OAuthPage() {
  return <SeveralPage kind={OAUTH} />;
}
