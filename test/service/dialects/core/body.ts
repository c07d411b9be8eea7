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

/** The first of these fields that holds a text or a number. Request bodies are not shown, so usual names are taken. */
export function field(body: Record<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}

export const usual = {
  address: ['address', 'wallet', 'wallet_address', 'walletAddress', 'public_key', 'publicKey', 'pubkey'],
  signature: ['signature', 'signed_message', 'signedMessage', 'sig'],
  nonce: ['nonce', 'message', 'challenge'],
  pack: ['pack_id', 'packId', 'pack', 'credit_pack', 'credit_pack_id', 'creditPackId', 'id'],
  transaction: ['signature', 'tx_signature', 'txSignature', 'transaction', 'transaction_signature', 'tx'],
  prompt: ['prompt', 'text', 'description'],
  content: ['content', 'message', 'text', 'body'],
  title: ['title', 'name', 'subject'],
} as const;
