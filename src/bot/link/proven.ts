import type { Seal } from '../../base/seal.js';
import type { Jar } from '../../client/jar.js';
import type { SealedColumn } from '../key-ring.js';
import type { Authorization } from './oauth.js';

/** `authorization` is set until Discord has identified the user; the page shows the code only after that. */
export type Proven = {
  address: string;
  userId: string;
  jar: Jar;
  code: string;
  authorization?: Authorization;
};

/** The part stored encrypted until the code is typed. */
export type KeptProof = Omit<Proven, 'address'>;

const place = (id: string) => `link_attempt/${id}/jar`;
export const sealedProofs: SealedColumn = {
  table: 'link_attempt',
  key: ['id'],
  column: 'jar',
  place: ({ id = '' }) => place(id),
};

export const createProofSeal = (seal: Seal) => ({
  sealProven: (id: string, proven: KeptProof) => seal.seal(JSON.stringify(proven), place(id)),
  openProven: (id: string, jar: Buffer) => JSON.parse(seal.open(jar, place(id))) as KeptProof,
});
