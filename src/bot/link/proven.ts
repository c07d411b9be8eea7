import type { Seal } from '../../base/seal.js';
import type { Jar } from '../../client/jar.js';
import type { SealedColumn } from '../key-ring.js';
import type { Authorization } from './oauth.js';

/** `authorization` is there until Discord has said who sits at the page; the code is shown only then. */
export type Proven = {
  address: string;
  userId: string;
  jar: Jar;
  code: string;
  authorization?: Authorization;
};

/** What is kept of it sealed, until the code is typed. */
export type KeptProof = Omit<Proven, 'address'>;

const place = (id: string) => `link_attempt/${id}/jar`;
export const sealedProofs: SealedColumn = {
  table: 'link_attempt',
  column: 'jar',
  place: ({ id = '' }) => place(id),
};

export const createProofSeal = (seal: Seal) => ({
  sealProven: (id: string, proven: KeptProof) => seal.seal(JSON.stringify(proven), place(id)),
  openProven: (id: string, jar: Buffer) => JSON.parse(seal.open(jar, place(id))) as KeptProof,
});
