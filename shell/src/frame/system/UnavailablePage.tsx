import { buttonClass, EmptyState, PageFrame, PageSkeleton, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { lackOf } from '../../menu/rules.ts';
import { useFrame } from '../FrameContext.ts';
import { errors } from './messages.ts';

/**
 * Replaces a page whose feature, service, or license is off: names it and who can turn it on. Opens
 * the page once it is on.
 */
export const UnavailablePage = observer(function UnavailablePage() {
  const { facts, navigation, platformData, routes, user } = useFrame();
  const text = useText();
  const path = new URLSearchParams(navigation.place.search).get('path') ?? '/';
  const owned = routes.find(path.split(/[?#]/)[0] ?? '');
  const lack = owned && lackOf(owned.route.requires, facts.facts);
  const known = platformData.state === 'ready';
  useEffect(() => void platformData.ensure(), [platformData]);
  const open = known && owned !== undefined && lack === undefined;
  useEffect(() => {
    if (open) void navigation.go(path, { replace: true });
  }, [open, path, navigation]);

  const page = text(owned?.route.title ?? errors.thisPage);
  const more = lack ? [lack.because, lack.remedy].join(' ') : text(errors.notFoundMore);
  if (!known || open)
    return (
      <PageFrame heading={page}>
        <PageSkeleton />
      </PageFrame>
    );
  return (
    <PageFrame heading={page}>
      <EmptyState icon="info" what={text(errors.unavailable)} more={more}>
        {user.signedIn && lack && (
          <a className={buttonClass('quiet')} href={navigation.href(`/why?path=${encodeURIComponent(path)}`)}>
            {text(errors.why)}
          </a>
        )}
        <a className={buttonClass('main')} href={navigation.href('/')}>
          {text(errors.toFirstPage)}
        </a>
      </EmptyState>
    </PageFrame>
  );
});
