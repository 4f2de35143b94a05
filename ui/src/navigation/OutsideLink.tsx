import type { ReactNode } from 'react';

/** A link to an external page; without a link if the untrusted URL is not a web URL. */
export function OutsideLink({ url, children }: { url: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(url)) return <>{children}</>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
