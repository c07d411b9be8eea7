import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Actor, SeenWorld } from '../../actor/client.js';
import { type Address, readAddress, writeAddress } from './address.js';
import type { ReadMarks } from './channels/unread.js';
import { Workspace } from './desk.js';
import { channelOfStop, tour } from './guide/tour.js';

/** The page: one member's desk at a time. Read marks survive a switch to another member. */
export function App({ actor, first }: { actor: Actor; first: SeenWorld }) {
  const { address, go } = useAddress();
  const marks = useRef<ReadMarks>(new Map());
  const known = first.people.find(({ username }) => username === address.member) ?? first.people[0];
  const member = known?.username ?? '';
  const [step, setStep] = useState<number | null>(null);
  const onTour = (to: number | null) => {
    setStep(to);
    const stop = to === null ? undefined : tour[to];
    if (!stop) return;
    const channelId = channelOfStop(stop, first);
    go({ member: stop.member, serverId: first.guild.id, channelId, messageId: null });
  };
  const desk = { actor, first, member, marks: marks.current };
  const goAs = useCallback((to: Omit<Address, 'member'>) => go({ ...to, member }), [go, member]);
  return (
    <Workspace
      key={member}
      {...desk}
      address={address}
      onAddress={goAs}
      step={step}
      onTour={onTour}
      onMember={(name) => go({ member: name, serverId: null, channelId: null, messageId: null })}
    />
  );
}

/** The address of the view. Every change is one step in the browser's history. */
function useAddress() {
  const [address, setAddress] = useState(() => readAddress(location));
  useEffect(() => {
    const onPop = () => setAddress(readAddress(location));
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  const go = useCallback((to: Address) => {
    const path = writeAddress(to);
    if (path !== location.pathname + location.search) history.pushState(null, '', path);
    setAddress(to);
  }, []);
  return { address, go };
}
