import { useActing } from '../acting.js';

/** A member's name, which opens their profile. */
export function MemberButton({
  id,
  name,
  look,
}: {
  id: string;
  name: string;
  look: 'author' | 'above-name';
}) {
  const { showMember } = useActing();
  return (
    <button type="button" class={look} onClick={({ currentTarget }) => showMember(id, currentTarget)}>
      {name}
    </button>
  );
}
