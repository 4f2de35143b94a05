import { useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { RegisterPage } from '../register/RegisterPage.tsx';
import { readClientSession } from './clientSession.ts';
import { messages } from './messages.ts';

/** Who has no user yet, and came here from a client of the command line. */
export function CliRegistrationPage() {
  const { storage } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [client] = useState(() => readClientSession(storage));
  useEffect(() => {
    if (!client) void navigate('/login/registration', { replace: true });
  }, [client, navigate]);
  return client ? <RegisterPage client={client.name || text(messages.someClient)} /> : null;
}
