import { message } from '@lading/contract';

export const messages = {
  about: message(
    'profile.sessions.about',
    'Where you are signed in. End unknown sessions, then change your password.',
  ),
  what: message('profile.sessions.what', 'sessions'),
  counted: message('profile.sessions.counted', '{count, plural, one {# session} other {# sessions}}'),
  none: message('profile.sessions.none', 'No sessions: you signed in with a token'),
  browser: message('profile.sessions.browser', 'Browser'),
  client: message('profile.sessions.client', '{browser} on {system}'),
  unknown: message('profile.sessions.unknown', 'Unknown browser'),
  here: message('profile.sessions.here', 'This session'),
  address: message('profile.sessions.address', 'IP address'),
  lastSeen: message('profile.sessions.lastSeen', 'Last seen'),
  begun: message('profile.sessions.begun', 'Signed in'),
  ends: message('profile.sessions.ends', 'Expires'),
  actions: message('profile.sessions.actions', 'Actions'),
  end: message('profile.sessions.end', 'End'),
  signOut: message('profile.sessions.signOut', 'Sign out'),
  endNamed: message('profile.sessions.endNamed', 'End the session of {name}'),
  endAsk: message('profile.sessions.endAsk', 'End the session of {name}?'),
  endText: message(
    'profile.sessions.endText',
    'Started {begun}, from {address}. The browser must sign in again.',
  ),
  ended: message('profile.sessions.ended', 'Session ended'),
  endFailed: message('profile.sessions.endFailed', 'Failed to end the session: {cause}'),
  endOthers: message('profile.sessions.endOthers', 'End all others'),
  endOthersAsk: message('profile.sessions.endOthersAsk', 'End all other sessions?'),
  endOthersText: message(
    'profile.sessions.endOthersText',
    '{count, plural, one {# other session ends} other {# other sessions end}}. This session continues.',
  ),
  othersEnded: message('profile.sessions.othersEnded', 'All other sessions ended'),
} as const;
