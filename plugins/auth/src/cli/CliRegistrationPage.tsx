import { useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { RegisterPage } from '../register/RegisterPage.tsx';
import { readClientSession } from './clientSession.ts';
import { messages } from './messages.ts';

/** Registration page for users without an account who were sent here by a command-line client. */
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
