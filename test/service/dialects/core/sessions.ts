import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Account } from './house.js';
import type { Style } from './style.js';

type Session = { account: Account; access: string; accessUntil: number; refresh: string };

const newKey = () => randomBytes(18).toString('base64url');

/** Cookies only, both httpOnly; a refresh gives two new ones and ends the old. */
export function createSessions({ cookies, accessMs }: Style) {
  const sessions = new Set<Session>();

  const cookiesOf = (request: IncomingMessage): Map<string, string> =>
    new Map(
      (request.headers.cookie ?? '')
        .split(/;\s*/)
        .map((pair) => pair.split('='))
        .map(([name = '', value = '']) => [name, value] as const),
    );
  const setCookies = ({ access, refresh }: Pick<Session, 'access' | 'refresh'>): string[] => [
    `${cookies.access}=${access}; HttpOnly; ${cookies.attributes}`,
    `${cookies.refresh}=${refresh}; HttpOnly; ${cookies.refreshAttributes ?? cookies.attributes}`,
  ];

  const open = (account: Account): string[] => {
    const session: Session = {
      account,
      access: newKey(),
      accessUntil: Date.now() + accessMs,
      refresh: newKey(),
    };
    sessions.add(session);
    return setCookies(session);
  };

  return {
    open,
    accountOf(request: IncomingMessage): Account | null {
      const access = cookiesOf(request).get(cookies.access);
      const found = [...sessions].find((session) => session.access === access);
      return found && found.accessUntil > Date.now() ? found.account : null;
    },
    refresh(request: IncomingMessage): { account: Account; setCookies: string[] } | null {
      const refresh = cookiesOf(request).get(cookies.refresh);
      const found = [...sessions].find((session) => session.refresh === refresh);
      if (!found) return null;
      sessions.delete(found);
      return { account: found.account, setCookies: open(found.account) };
    },
    end(request: IncomingMessage): string[] {
      const names = cookiesOf(request);
      for (const session of sessions)
        if (session.access === names.get(cookies.access) || session.refresh === names.get(cookies.refresh))
          sessions.delete(session);
      const ended = 'ended; Max-Age=0';
      return setCookies({ access: ended, refresh: ended });
    },
  };
}
