import type { NoncePurpose } from '../../contract/auth.js';
import type { LinkAttempt } from './store.js';

/** The statement in the text that a wallet shows before it signs. */

/** How the text ends that a wallet shows. */
const costOf: Record<NoncePurpose, string> = {
  sign_in: 'This is no transaction and costs nothing.',
  transfer_proof: 'The amount comes back as credits.',
};

/**
 * Names may hold anything; the text a wallet signs must be printable ASCII, and no name may go on like the sentence it
 * stands in: "Home. Signed by mia (123)".
 */
const ascii = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '?')
    .replace(/[()[\]{}"]|\.(?=\s|$)/g, '')
    .slice(0, 60);

/** Names who asks, where, and what it costs. */
export const statementOf = (
  { memberId, memberName, guildName }: LinkAttempt,
  purpose: NoncePurpose,
): string =>
  `Link this wallet to Discord user ${ascii(memberName)} (${memberId}) in ${ascii(guildName)}. ${costOf[purpose]}`;
