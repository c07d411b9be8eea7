import { type Nonce, nonce, type SignInResult, signedIn } from '../auth.js';
import { address } from '../shapes.js';
import { unwrap } from './envelope.js';
import type { Fields } from './fields.js';
import { parseOwn } from './own.js';
import { createNotes, mismatch, type Reader } from './reading.js';
import { plainWord } from './values.js';

const textNames = [
  'message',
  'text',
  'message_to_sign',
  'sign_message',
  'challenge',
  'statement',
  'payload',
  'siws',
  'nonce',
  'value',
];
const nonceNames = ['nonce', 'nonce_id', 'challenge_id', 'challenge', 'id', 'token', 'value', 'message'];
const own = ['nonce', 'challenge', 'auth'];
const marks = [...textNames, 'id', 'nonce_id', 'challenge_id', 'expires_at'];
const lifeMs = 10 * 60_000;

const longestText = 2_000;
/** A longer run of characters without a space is data, not text. */
const longestWord = 200;

/**
 * A wallet shows only the text, so the member must be able to read it: printable characters and line breaks, no invisible
 * or bidirectional control characters, no encoded data of more than 200 characters in a row. A bare nonce is shorter.
 */
export function isReadable(text: string): boolean {
  if (text.trim() === '' || text.length > longestText) return false;
  if (/[^\P{C}\n\r\t]|[\p{Zl}\p{Zp}]/u.test(text)) return false;
  return text.split(/\s+/).every((word) => word.length <= longestWord);
}

/** JSON:API: the id of a resource of the type `nonces` is the nonce. */
const ownId = (fields: Fields): string | undefined =>
  own.includes(plainWord(fields.any(['type'])).replace(/s$/, '')) ? fields.id(['id']) : undefined;

/** Reads `{nonce, message}`, `{nonce}`, `{challenge}` or bare text. The text is signed unchanged. */
export const readNonceReply: Reader<Nonce> = (body, { now }) => {
  const strict = parseOwn(nonce, body);
  if (strict.success) return checked({ value: strict.data, notes: [] });
  const notes = createNotes();
  notes.add('sign_in_input: is missing, the text is signed unchanged');
  const iso = new Date(now).toISOString();
  const soon = new Date(now + lifeMs).toISOString();
  if (typeof body === 'string' || typeof body === 'number') {
    notes.add('nonce: the body is the bare text');
    const text = String(body);
    const bare = { nonce: text, issued_at: iso, expires_at: soon, sign_in_input: null, message: text };
    return checked({ value: bare, notes: notes.all() });
  }
  const fields = unwrap(body, { own, marks, notes });
  const message =
    fields.text(textNames) ??
    fields.id(['nonce']) ??
    ownId(fields) ??
    fields.missing(['message'], 'no text to sign was given');
  const value: Nonce = {
    nonce: fields.id(nonceNames) ?? message,
    issued_at: fields.time(['issued_at', 'created_at']) ?? iso,
    expires_at: fields.time(['expires_at', 'expiration', 'expires', 'expiration_at']) ?? soon,
    sign_in_input: null,
    message,
  };
  return checked({ value, notes: notes.all() });
};

function checked<R extends { value: Nonce }>(reading: R): R {
  if (isReadable(reading.value.message)) return reading;
  throw mismatch('message', 'a person cannot read the text to sign, so it is not signed');
}

/** Reads who signed in. The session is in the cookies, so any body is accepted, including none. */
export const readSignedInReply: Reader<SignInResult> = (body, { now, body: sent }) => {
  const strict = parseOwn(signedIn, body);
  if (strict.success) return { value: strict.data, notes: [] };
  const notes = createNotes();
  const iso = new Date(now).toISOString();
  const given = (sent ?? {}) as { address?: string };
  const isObject = typeof body === 'object' && body !== null;
  const fields = unwrap(isObject ? body : {}, {
    own: ['user', 'account', 'profile', 'member'],
    marks: ['id', 'user_id', 'address', 'wallet_address', 'public_key', 'wallet'],
    notes,
  });
  const named = fields.id(['address', 'wallet_address', 'public_key', 'wallet', 'pubkey']);
  const wallet = address.safeParse(named).success ? (named ?? '') : (given.address ?? named ?? '');
  if (given.address !== undefined && wallet !== given.address)
    throw mismatch('user.address', 'is another wallet than the one that signed');
  const value: SignInResult = {
    user: {
      id: fields.id(['id', 'user_id', 'uuid', 'sub']) ?? wallet,
      address: wallet,
      created_at: fields.time(['created_at']) ?? iso,
    },
    session: {
      expires_at: fields.time(['expires_at', 'access_expires_at']) ?? iso,
      refresh_expires_at: fields.time(['refresh_expires_at']) ?? iso,
    },
  };
  notes.add('session: is taken from the cookies');
  return { value, notes: notes.all() };
};
