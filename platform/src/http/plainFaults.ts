/** An error of the validator. */
export interface Fault {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

/** The rule of each pattern in a body, as it follows "expected". */
export const rules: Readonly<Record<string, string>> = {
  '\\S': 'a text that is not blank',
  '^\\S+$': 'a text without spaces',
  '^([A-Z]{2})?$': 'two uppercase letters, such as DE, or nothing',
  '^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$': 'a language tag, such as en or pt-BR, or nothing',
  '^[0-9A-Za-z.+-]*$': 'letters, digits, ".", "+", and "-"',
  '^[0-9]{1,18}$': 'a number of up to 18 digits',
  '^[0-9a-f]{64}$': 'a SHA-256 checksum of 64 lowercase hexadecimal digits',
  '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$': 'a UUID',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$': 'a UUID in lowercase',
  '^[A-Za-z_$][\\w$]*$': 'the name of an error class',
  '^[A-Za-z0-9.:/_*\\[\\]-]+$': 'a host name, an IP address, a network such as 10.0.0.0/8, or *',
  '^[A-Za-z0-9.:_-]+$': 'a host name or an IP address, without a scheme, path, or spaces',
  '^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$':
    'a host name or an IP address, without a scheme, path, or spaces',
  '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$':
    '1 to 64 letters, digits, "_", ".", and "-", starting with a letter or digit',
  '^[A-Za-z0-9_][A-Za-z0-9_.-]*$': 'letters, digits, "_", ".", and "-", not starting with "." or "-"',
  '^[A-Za-z][A-Za-z0-9-]*$|^$': 'the name of an attribute: letters, digits, and "-", starting with a letter',
  '^[A-Za-z][A-Za-z0-9-]{0,99}$':
    'the name of a header: up to 100 letters, digits, and "-", starting with a letter',
  '^[A-Za-z][A-Za-z0-9._-]{0,63}$': '1 to 64 letters, digits, ".", "_", and "-", starting with a letter',
  '^[A-Za-z][A-Za-z0-9_-]+$': 'at least 2 letters, digits, "_", and "-", starting with a letter',
  '^[A-Za-z][A-Za-z0-9_-]{0,63}$': '1 to 64 letters, digits, "_", and "-", starting with a letter',
  '^[^:\\x00-\\x1f\\x7f]*$': 'a text without ":" and line breaks',
  '^[^:]+$': 'a text without ":"',
  '^[^\\r\\n]*$': 'a text without line breaks',
  '^[^\\r\\n]*@[^\\r\\n]*$': 'an email address, such as lading@example.org',
  '^[^\\s@<>,;]+@[^\\s@<>,;]+$': 'one email address, such as user@example.org',
  '^[^\\x00-\\x1f\\x7f]*$': 'a text without line breaks and control characters',
  '^(@[a-z0-9~][a-z0-9._~-]*|(@[a-z0-9~][a-z0-9._~-]*/)?[a-z0-9][a-z0-9._-]*)$':
    'the name of an npm package or scope, such as @acme/reports or @acme',
  '^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$':
    'an Ed25519 public key in base64, as lading-kit key prints it',
  '^https://[^\\s?#@]*[^\\s?#@/]$':
    'a URL with https, without a slash at the end, a query, and credentials, such as https://github.com/acme/tide',
  '^[A-Za-z0-9._-][A-Za-z0-9._/-]*$': 'a path in the repository, such as .github/workflows/release.yml',
  '^refs/[^\\s*]+\\*?$': 'a ref, such as refs/heads/main, or refs/tags/* for all tags',
  '^[a-zA-Z]+$': 'letters',
  '^[a-z0-9][a-z0-9-]{0,63}$': '1 to 64 lowercase letters, digits, and "-", starting with a letter or digit',
  '^[a-z0-9][a-z0-9-]*$': 'lowercase letters, digits, and "-", starting with a letter or digit',
  '^[a-z][a-z0-9-]{0,31}$': '1 to 32 lowercase letters, digits, and "-", starting with a letter',
  '^[a-z][a-z0-9-]{0,47}$': '1 to 48 lowercase letters, digits, and "-", starting with a letter',
  '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$':
    'an origin with https, such as https://dev.example.com, without a path',
  '^\\d{4}-\\d{2}-\\d{2}$': 'a date, such as 2026-01-31',
};

const maxShown = 20;
const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a time in ISO 8601, such as 2026-01-31T12:00:00Z',
};

const listed = (values: readonly unknown[]) =>
  `${values.slice(0, maxShown).join(', ')}${values.length > maxShown ? ', …' : ''}`;

/** Returns the rule that a value broke, to follow its name; `undefined` if the message is plain. */
export function plainFault({ keyword, params }: Fault): string | undefined {
  const { limit, pattern, format, allowedValues, allowedValue } = params;
  switch (keyword) {
    case 'additionalProperties':
      return `contains an unknown field: ${String(params.additionalProperty).slice(0, 100)}`;
    case 'required':
      return `must contain the field ${params.missingProperty}`;
    case 'pattern':
      return `is invalid: expected ${rules[String(pattern)] ?? 'one of the documented values'}`;
    case 'format':
      return `is invalid: expected ${formats[String(format)] ?? `a value of the format ${format}`}`;
    case 'enum':
      return `must be one of ${listed(allowedValues as unknown[])}`;
    case 'const':
      return `must be ${String(allowedValue)}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have up to ${limit} characters`;
    case 'minItems':
      return limit === 1 ? 'must have at least one entry' : `must have at least ${limit} entries`;
    case 'maxItems':
      return `must have up to ${limit} entries`;
    case 'uniqueItems':
      return 'must not contain an entry twice';
    case 'minimum':
      return `must be ${limit} or more`;
    case 'maximum':
      return `must be ${limit} or less`;
    default:
      return undefined;
  }
}
