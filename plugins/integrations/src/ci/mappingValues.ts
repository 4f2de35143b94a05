import type { OidcMapping } from '@lading/contract/rest';
import { editMessages, type FieldErrors } from '@lading/ui/edit';
import { messages } from './messages.ts';

/** An identity mapping as fields of a form. */
export interface MappingValues {
  readonly name: string;
  readonly description: string;
  readonly priority: string;
  readonly claims: readonly string[];
  readonly username: string;
  readonly kind: 'scope' | 'npm' | 'pypi';
  readonly scope: string;
  readonly repository: string;
  readonly package: string;
  readonly expires: string;
}

export const NEW_MAPPING: MappingValues = {
  ...{ name: '', description: '', priority: '10', claims: [], username: '', kind: 'scope' },
  ...{ scope: '', repository: '', package: '', expires: '900' },
};

export function valuesOf(mapping: OidcMapping): MappingValues {
  const { name, description, priority, claims, token_spec, publisher } = mapping;
  return {
    ...{ name, description, priority: String(priority) },
    claims: Object.entries(claims).flatMap(([claim, rule]) =>
      [rule].flat().map((value) => `${claim}=${value}`),
    ),
    ...{ username: token_spec.username, scope: token_spec.scope, expires: String(token_spec.expires_in) },
    kind: publisher?.package_type ?? 'scope',
    repository: publisher?.repository ?? '',
    package: publisher?.package ?? '',
  };
}

export function mappingOf(values: MappingValues): OidcMapping {
  const { name, description, priority, claims, username, kind, scope, repository, expires } = values;
  return {
    ...{ name: name.trim(), description: description.trim(), priority: Number(priority) },
    claims: claimsIn(claims),
    token_spec: {
      username: username.trim(),
      scope: kind === 'scope' ? scope.trim() : '',
      expires_in: Number(expires),
    },
    ...(kind === 'scope'
      ? {}
      : { publisher: { package_type: kind, repository: repository.trim(), package: values.package.trim() } }),
  };
}

export function checkMapping(values: MappingValues): FieldErrors<MappingValues> {
  const missing = { message: editMessages.missing };
  const required = (key: 'name' | 'username' | 'scope' | 'repository' | 'package') =>
    values[key].trim() === '' ? { [key]: missing } : {};
  const isIn = (text: string, least: number, most: number) =>
    /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most;
  const isClaims = values.claims.every((line) => /^[^\s=]+\s*=\s*\S/.test(line));
  return {
    ...required('name'),
    ...required('username'),
    ...(values.kind === 'scope' ? required('scope') : { ...required('repository'), ...required('package') }),
    ...(values.claims.length === 0
      ? { claims: missing }
      : isClaims
        ? {}
        : { claims: { message: messages.badClaims } }),
    ...(isIn(values.priority, 1, 10_000) ? {} : { priority: { message: messages.badPriority } }),
    ...(isIn(values.expires, 60, 86_400) ? {} : { expires: { message: messages.badExpires } }),
  };
}

/** Several lines with the same claim become a list. */
function claimsIn(lines: readonly string[]): OidcMapping['claims'] {
  const found = new Map<string, string[]>();
  for (const line of lines) {
    const at = line.indexOf('=');
    const claim = line.slice(0, at).trim();
    found.set(claim, [...(found.get(claim) ?? []), line.slice(at + 1).trim()]);
  }
  return Object.fromEntries(
    [...found].map(([claim, values]) => [claim, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
