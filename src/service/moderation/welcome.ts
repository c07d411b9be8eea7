import type { Database } from '../../base/db/database.js';
import type { Reply } from '../../contract/endpoint.js';
import type { giveWelcome } from '../../contract/people.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Acts } from './acts.js';
import type { GivenCredits, Whose } from './credits.js';

type Welcome = Whose & { server: string; actor: string; credits: number; reason: string };

const sql = { given: 'SELECT 1 AS found FROM moderation_act WHERE subject = @subject' };

/**
 * Credits from a server's budget for a member who linked their first wallet, once for each person and each account: a
 * second wallet gets none, nor a wallet that another person linked before.
 */
export function createWelcome(deps: {
  db: Database;
  ledger: Pick<Ledger, 'grant'>;
  acts: Acts;
  given: Pick<GivenCredits, 'left' | 'accountOf'>;
  formerOf: (person: string) => string;
}) {
  const { db, ledger, acts, given, formerOf } = deps;
  return (asked: Welcome): Promise<Reply<typeof giveWelcome>['body']> =>
    db.transaction(async (t) => {
      const { server, actor, person, credits, reason } = asked;
      const left = await given.left(t, server, actor);
      if (left === null) return { refusal: 'not_here', left };
      const userId = await given.accountOf(t, asked);
      if (userId === null) return { refusal: 'no_account', left };
      // Without the person's name, because it stays after they deleted their data.
      const key = `welcome-${server}-${formerOf(person)}`;
      const subject = `welcome/${server}/${userId}`;
      const isWelcomed = (await t.get(sql.given, { subject })) || (await acts.isDone(t, key, { key }));
      if (isWelcomed) return { refusal: 'welcomed', left };
      if (credits > left.server) return { refusal: 'server_limit', left };
      const posting = { userId, credits, subject, note: reason };
      await acts.add(t, { key, server, actor, reason, action: 'welcome', target: person, posting }, { key });
      await ledger.grant(t, posting);
      return { refusal: null, left: await given.left(t, server, actor) };
    });
}
