import { AppError } from '../base/errors.js';
import { addressBytes } from './address.js';

/** The fields of a Sign-In-With-Solana request used here. Times are ISO 8601. */
export type SignInInput = {
  domain: string;
  address: string;
  statement?: string;
  uri?: string;
  version?: '1';
  chainId?: string;
  nonce?: string;
  issuedAt?: string;
  expirationTime?: string;
  notBefore?: string;
  requestId?: string;
  resources?: readonly string[];
};

/** How a wallet wrapped the text before signing. `siws` and `raw` sign the same bytes: the plain text. */
export const signInEncodings = ['siws', 'raw', 'offchain_legacy', 'offchain_v0', 'offchain_v1'] as const;
export type SignInEncoding = (typeof signInEncodings)[number];

/** A Ledger shows about 1,200 bytes; the off-chain preamble takes 85 of them. */
const LONGEST_TEXT = 1_100;
const PRINTABLE = /^[\x20-\x7e]*$/;

const labels = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const;

/**
 * The exact text a wallet shows and signs (Sign In With Solana, ABNF of the Phantom specification).
 * @throws AppError `invalid_request` when a field could break out of its line or the text is too long for a Ledger
 */
export function buildSignInMessage(input: SignInInput): string {
  addressBytes(input.address);
  const { statement, resources = [] } = input;
  const values = [input.domain, statement ?? '', ...labels.map(([key]) => input[key] ?? ''), ...resources];
  if (!values.every((value) => PRINTABLE.test(value)))
    throw new AppError('invalid_request', 'A sign-in text takes printable ASCII on one line only.');
  if (input.nonce !== undefined && !/^[A-Za-z0-9]{8,}$/.test(input.nonce))
    throw new AppError('invalid_request', 'A sign-in nonce takes at least eight letters and digits.');

  const fields = labels.flatMap(([key, label]) =>
    input[key] === undefined ? [] : `${label}: ${input[key]}`,
  );
  if (resources.length > 0) fields.push('Resources:', ...resources.map((resource) => `- ${resource}`));
  const head = `${input.domain} wants you to sign in with your Solana account:\n${input.address}`;
  const text = [
    head,
    ...(statement ? [statement] : []),
    ...(fields.length > 0 ? [fields.join('\n')] : []),
  ].join('\n\n');
  if (text.length >= LONGEST_TEXT)
    throw new AppError('invalid_request', 'That sign-in text is too long for a hardware wallet.');
  return text;
}

const SIGNING_DOMAIN = Buffer.from('\xffsolana offchain', 'latin1');
const NO_APPLICATION = new Uint8Array(32);

const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

/**
 * The exact bytes a wallet signs for `text` in one encoding. Off-chain preambles:
 * `offchain_legacy` is what `solana sign-offchain-message` writes: domain, version 0, format, length;
 * `offchain_v0` adds the application domain and the signers (Anza "Off-chain message signing");
 * `offchain_v1` is domain, version 1, signer count, signers, text without length.
 * Format 0 is ASCII without line breaks, 1 is UTF-8 of a length that a hardware wallet takes.
 * @param applicationDomain 32 bytes that name the application, zeros when it names none
 */
export function signInBytes(
  text: string,
  encoding: SignInEncoding,
  signer: string,
  applicationDomain: Uint8Array = NO_APPLICATION,
): Uint8Array {
  const message = Buffer.from(text, 'utf8');
  const format = PRINTABLE.test(text) ? 0 : 1;
  const preambles: Record<SignInEncoding, () => Uint8Array[]> = {
    siws: () => [],
    raw: () => [],
    offchain_legacy: () => [SIGNING_DOMAIN, Uint8Array.of(0, format), uint16(message.length)],
    offchain_v0: () => [
      SIGNING_DOMAIN,
      Uint8Array.of(0),
      applicationDomain,
      Uint8Array.of(format, 1),
      addressBytes(signer),
      uint16(message.length),
    ],
    offchain_v1: () => [SIGNING_DOMAIN, Uint8Array.of(1, 1), addressBytes(signer)],
  };
  return Buffer.concat([...preambles[encoding](), message]);
}
