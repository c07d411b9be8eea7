import { MessageMenu } from './message/menu.js';
import type { useOverlay } from './open-overlay.js';
import { MemberCard, MemberMenu } from './people/card.js';

export function Overlay({ open, hide }: Pick<ReturnType<typeof useOverlay>, 'open' | 'hide'>) {
  if (!open) return null;
  const { what, turn } = open;
  if (what.kind === 'message-menu')
    return <MessageMenu key={turn} message={what.message} anchor={what.anchor} onClose={hide} />;
  const Surface = what.kind === 'member' ? MemberCard : MemberMenu;
  return <Surface key={turn} id={what.id} anchor={what.anchor} onClose={hide} />;
}
