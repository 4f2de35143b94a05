import type { UserData } from '@lading/contract/rest';
import { useShell } from '@lading/ui';
import { useEffect, useState } from 'react';
import { UI } from '../calls/platform.ts';

/** Who is signed in: also on a page for which the shell has not asked. Empty until that is known. */
export function useUserName(): string {
  const { http, user } = useShell();
  const known = user.current?.anonymous ? undefined : user.current?.name;
  const [asked, setAsked] = useState('');
  useEffect(() => {
    if (known !== undefined) return;
    let here = true;
    http.json<UserData>(`${UI}/ui/auth/current`).then(
      ({ name }) => here && setAsked(name),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [http, known]);
  return known ?? asked;
}
