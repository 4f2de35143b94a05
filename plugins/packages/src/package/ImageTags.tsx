import type { ImageDigests } from '@lading/contract/rest';
import {
  CopyButton,
  EmptyState,
  FetchedView,
  ShortName,
  useFormats,
  useStyles,
  useText,
  When,
} from '@lading/ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { packageAddress } from '../address/packageAddress.ts';
import { messages } from './imageTagMessages.ts';
import css from './imageTags.css?inline';
import type { PackageStore } from './PackageStore.ts';

/** Number of tags shown initially. */
const FIRST_TAGS = 12;

/** The tags of an image, grouped by the digest that they refer to. */
export function ImageTags({ store, packageId }: { store: PackageStore; packageId: string }) {
  useStyles(css);
  const text = useText();
  return (
    <FetchedView fetched={store.images} failure={text(messages.tagsFailed)}>
      {({ images, more }) =>
        images.length === 0 ? (
          <EmptyState icon="tag" what={text(messages.noTags)} more={text(messages.noTagsMore)} />
        ) : (
          <>
            <ul className="packages-tags">
              {images.map((image) => (
                <Image key={`${image.repoKey} ${image.digest}`} image={image} packageId={packageId} />
              ))}
            </ul>
            {more && <p className="ld-soft">{text(messages.moreDigests, { count: images.length })}</p>}
          </>
        )
      }
    </FetchedView>
  );
}

function Image({ image, packageId }: { image: ImageDigests['images'][number]; packageId: string }) {
  const text = useText();
  const formats = useFormats();
  const [all, setAll] = useState(false);
  const { repoKey, digest, tags, moved, size, platforms, referrers } = image;
  const shown = all ? tags : tags.slice(0, FIRST_TAGS);
  const search = (tab: 'layers' | 'referrers') => `?${new URLSearchParams({ repos: repoKey, tab })}`;
  return (
    <li>
      <div className="packages-tags__names">
        {shown.map((tag) => (
          <Link
            key={tag}
            className="ld-mono"
            to={{ pathname: packageAddress(packageId, tag), search: search('layers') }}
          >
            {tag}
          </Link>
        ))}
        {shown.length < tags.length && (
          <button type="button" onClick={() => setAll(true)}>
            {text(messages.moreTags, { count: tags.length - shown.length })}
          </button>
        )}
      </div>
      <div className="packages-tags__facts ld-soft">
        <span className="packages-tags__digest ld-mono">
          <ShortName text={digest} />
          <CopyButton text={digest} what={text(messages.digest)} />
        </span>
        {platforms.length > 0 && (
          <span title={platforms.join('\n')}>
            {platforms.length > 3
              ? text(messages.platforms, { count: platforms.length })
              : platforms.join(', ')}
          </span>
        )}
        <span>{formats.size(size)}</span>
        <When date={moved} />
        <span>{repoKey}</span>
        {referrers > 0 && (
          <Link to={{ pathname: packageAddress(packageId, tags[0] ?? digest), search: search('referrers') }}>
            {text(messages.referrers, { count: referrers })}
          </Link>
        )}
      </div>
    </li>
  );
}
