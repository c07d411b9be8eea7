import type { NoncePurpose } from '../../contract/auth.js';
import type { LinkAttempt } from './attempts.js';

/** The statement in the message that a wallet shows before it signs. */

/** The last sentence of the message. No apostrophes: the offline command quotes it for the shell. */
const costOf: Record<NoncePurpose, string> = {
  sign_in: 'This is not a transaction and it is free.',
  transfer_proof: 'You get the amount back as credits.',
};

/**
 * Names can contain anything, but the signed message must be printable ASCII. Removes punctuation that would let a name
 * imitate the rest of the sentence: "Home. Signed by mia (123)".
 */
const ascii = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '?')
    .replace(/[()[\]{}"]|\.(?=\s|$)/g, '')
    .slice(0, 60);

/** Names the member, the server and the cost. */
export const statementOf = (
  { memberId, memberName, guildName }: LinkAttempt,
  purpose: NoncePurpose,
): string =>
  `Link this wallet to Discord user ${ascii(memberName)} (${memberId}) in ${ascii(guildName)}. ${costOf[purpose]}`;
