import type { ReactNode } from 'react';

/** A link away from the console, where a browser may go there; around what somebody else gave for an address it is nothing. */
export function OutsideLink({ url, children }: { url: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(url)) return <>{children}</>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
