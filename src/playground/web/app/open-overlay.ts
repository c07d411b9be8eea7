import { useState } from 'preact/hooks';
import type { SeenMessage } from '../../actor/client.js';
import type { Anchor } from './surface/popout.js';

type What =
  | { kind: 'member' | 'member-menu'; id: string; anchor: Anchor }
  | { kind: 'message-menu'; message: SeenMessage; anchor: Anchor };

/** The single open card or menu; opening another one replaces it. */
export function useOverlay() {
  const [open, setOpen] = useState<{ what: What; turn: number } | null>(null);
  return {
    open,
    show: (what: What) => setOpen((before) => ({ what, turn: (before?.turn ?? 0) + 1 })),
    hide: () => setOpen(null),
  };
}
