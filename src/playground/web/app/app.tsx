import { useRef, useState } from 'preact/hooks';
import type { Actor, SeenWorld } from '../../actor/client.js';
import type { ReadMarks } from './channels/unread.js';
import { Desk } from './desk.js';

/** The page: one member's desk at a time. Read marks survive a switch to another member. */
export function App({ actor, first }: { actor: Actor; first: SeenWorld }) {
  const [member, setMember] = useState(first.people[0]?.username ?? '');
  const marks = useRef<ReadMarks>(new Map());
  const desk = { actor, first, member, marks: marks.current, onMember: setMember };
  return <Desk key={member} {...desk} />;
}
