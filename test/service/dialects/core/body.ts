import type { IncomingMessage } from 'node:http';

export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  try {
    const parsed: unknown = text === '' ? {} : JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const usual = {
  address: ['address', 'wallet', 'wallet_address', 'walletAddress', 'public_key', 'publicKey', 'pubkey'],
  signature: ['signature', 'signed_message', 'signedMessage', 'sig'],
  nonce: ['nonce', 'message', 'challenge'],
  pack: ['pack_id', 'packId', 'pack', 'credit_pack', 'credit_pack_id', 'creditPackId', 'id'],
  transaction: ['signature', 'tx_signature', 'txSignature', 'transaction', 'transaction_signature', 'tx'],
  prompt: ['prompt', 'text', 'description'],
  content: ['content', 'message', 'text', 'body'],
  title: ['title', 'name', 'subject'],
} as const;

export type FieldName = keyof typeof usual;

/**
 * The first field that holds a text or a number: the name the service insists on, or any usual name, because the
 * specification shows no request bodies.
 */
export function readField(
  { wants, ignoresCase }: { wants?: Partial<Record<FieldName, string>>; ignoresCase?: boolean },
  body: Record<string, unknown>,
  field: FieldName,
): string | null {
  const wanted = wants?.[field];
  const fold = (name: string) => (ignoresCase ? name.toLowerCase() : name);
  const names = (wanted === undefined ? usual[field] : [wanted]).map(fold);
  const values = new Map(Object.entries(body).map(([name, value]) => [fold(name), value]));
  for (const name of names) {
    const value = values.get(name);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}
