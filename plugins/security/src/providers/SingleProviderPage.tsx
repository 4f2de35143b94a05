import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { SinglePage } from '../form/SinglePage.tsx';
import { PROVIDERS } from '../paths.ts';
import { SINGLES } from './singles.ts';

/** Page of LDAP, HTTP SSO, or Crowd, selected by the URL. */
export function SingleProviderPage() {
  const { kind = '' } = useParams();
  const navigate = useNavigate();
  const single = SINGLES[kind];
  useEffect(() => {
    if (!single) void navigate(PROVIDERS, { replace: true });
  }, [single, navigate]);
  return single ? <SinglePage key={kind} single={single} /> : null;
}
