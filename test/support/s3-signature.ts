import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Checks AWS signatures, version 4, in headers and in links; written from Amazon's description of them. */

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const escapeAll = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

type Signed = {
  credential: string;
  headers: string;
  signature: string;
  date: string;
  payload: string;
  expires: number | null;
};

function signedPartsOf(request: IncomingMessage, query: URLSearchParams): Signed | null {
  const get = (name: string) => query.get(name) ?? '';
  if (query.has('X-Amz-Signature'))
    return {
      credential: get('X-Amz-Credential'),
      headers: get('X-Amz-SignedHeaders'),
      signature: get('X-Amz-Signature'),
      date: get('X-Amz-Date'),
      payload: 'UNSIGNED-PAYLOAD',
      expires: Number(get('X-Amz-Expires')),
    };
  const given = /Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)/.exec(
    request.headers.authorization ?? '',
  );
  const [, credential, headers, signature] = given ?? [];
  if (!credential || !headers || !signature) return null;
  const header = (name: string) => String(request.headers[name] ?? '');
  return {
    credential,
    headers,
    signature,
    date: header('x-amz-date'),
    payload: header('x-amz-content-sha256'),
    expires: null,
  };
}

/** Whether a request is signed with `secret` and its link has not expired. */
export function isSigned(request: IncomingMessage, secret: string, now: number): boolean {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const signed = signedPartsOf(request, url.searchParams);
  if (!signed) return false;
  const { credential, headers, signature, date, payload, expires } = signed;
  const time = Date.parse(date.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));
  if (expires !== null && now > time + expires * 1_000) return false;
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${escapeAll(name)}=${escapeAll(value)}`)
    .sort()
    .join('&');
  const lines = headers.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [request.method, url.pathname, query, lines.join(''), headers, payload].join('\n');
  const scope = credential.split('/').slice(1);
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secret}`);
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
