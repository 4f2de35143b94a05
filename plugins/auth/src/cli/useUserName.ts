import type { UserData } from '@lading/contract/rest';
import { useShell } from '@lading/ui';
import { useEffect, useState } from 'react';
import { UI } from '../calls/platform.ts';

/**
 * Returns the name of the signed-in user, also on pages for which the shell does not load the user.
 * Empty until known.
 */
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
