import type { Format } from '../pipeline/Format.ts';
import { cargo } from './cargo/format.ts';
import { generic } from './generic/format.ts';
import { go } from './go/format.ts';
import { helm } from './helm/format.ts';
import { maven } from './maven/format.ts';
import { npm } from './npm/format.ts';
import { nuget } from './nuget/format.ts';
import { docker } from './oci/format.ts';
import { pypi } from './pypi/format.ts';

/** Every supported package format. */
export const formats: readonly Format[] = [npm, docker, maven, pypi, cargo, go, helm, nuget, generic];
