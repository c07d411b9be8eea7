import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { SetupError } from './errors.js';
import { type Random, systemRandom } from './ids.js';

/**
 * Encrypts secrets at rest: AES-256-GCM under a key ring. A sealed value is `version (1) | key id (4) | iv (12) |
 * tag (16) | ciphertext`; `place` (table, owner, column) is bound as additional data, so a value moved to another
 * row does not decrypt. The first key encrypts, every key decrypts.
 */
export type Seal = {
  seal(plain: string, place: string): Buffer;
  /** Throws when no key of the ring matches or the value was altered or moved. */
  open(sealed: Uint8Array, place: string): string;
  /** Identifies the sealing key without revealing it; stored beside the data to detect a wrong key at start. */
  readonly keyId: string;
  /** Whether the ring contains this key. */
  knows(keyId: string): boolean;
};

type Key = { id: Buffer; secret: Buffer };

function readKey(text: string): Key {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length !== 32)
    throw new SetupError('MASTER_KEY must be 32 bytes, written as 64 hex digits or base64.');
  const secret = Buffer.from(hkdfSync('sha256', bytes, '', 'rigsmith seal v1', 32));
  return {
    id: createHash('sha256').update('rigsmith key id').update(secret).digest().subarray(0, 4),
    secret,
  };
}

/** @param keys the ring as text, newest first */
export function createSeal(keys: readonly string[], random: Random = systemRandom): Seal {
  const ring = keys.map(readKey);
  const [sealing] = ring;
  if (!sealing) throw new SetupError('MASTER_KEY is missing.');
  return {
    keyId: sealing.id.toString('hex'),
    knows: (keyId) => ring.some(({ id }) => id.toString('hex') === keyId),
    seal(plain, place) {
      const iv = Buffer.from(random(12));
      const cipher = createCipheriv('aes-256-gcm', sealing.secret, iv).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(1), sealing.id, iv, cipher.getAuthTag(), text]);
    },
    open(sealed, place) {
      const blob = Buffer.from(sealed);
      const key = ring.find(({ id }) => id.equals(blob.subarray(1, 5)));
      if (blob[0] !== 1 || !key) throw new Error('sealed with a key that is not in the ring');
      const decipher = createDecipheriv('aes-256-gcm', key.secret, blob.subarray(5, 17)).setAAD(
        Buffer.from(place),
      );
      decipher.setAuthTag(blob.subarray(17, 33));
      return decipher.update(blob.subarray(33), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
