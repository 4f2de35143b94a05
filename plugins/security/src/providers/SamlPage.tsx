import { SeveralPage } from './SeveralPage.tsx';
import { SAML } from './several.ts';

export function SamlPage() {
  return <SeveralPage kind={SAML} />;
}
