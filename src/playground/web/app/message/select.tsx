import { useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Choose } from '../surface/choose.js';
import { channelOptions, memberOptions, type Option, ownOptions, roleOptions } from '../surface/option.js';
import type { ComponentProps } from './part.js';
import { objects, rawText } from './raw.js';

/** A select in a message. A single choice is sent at once, several choices when the person is done. */
export function Select({ part, message }: ComponentProps) {
  const { t, person, world, channels, attempt } = useActing();
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(() => chosenBefore(part));
  const people = memberOptions(world);
  const roles = roleOptions(world);
  const named: Record<number, Option[]> = {
    5: people,
    6: roles,
    7: [...people, ...roles],
    8: channelOptions(channels),
  };
  const choose = async (values: string[]) => {
    setChosen(values);
    setBusy(true);
    const where = { channel: message.channel_id, message: message.id, customId: rawText(part.custom_id) };
    const taken = await attempt(person.selects(values, where));
    if (!taken) setChosen(chosenBefore(part));
    setBusy(false);
  };
  const placeholder = rawText(part.placeholder) || t('playground.choose.placeholder');
  return (
    <Choose
      label={placeholder}
      options={named[Number(part.type)] ?? ownOptions(part)}
      chosen={chosen}
      placeholder={placeholder}
      min={Number(part.min_values ?? 1)}
      max={Number(part.max_values ?? 1)}
      disabled={part.disabled === true || busy}
      onChoose={(values) => void choose(values)}
    />
  );
}

/** Default values set by the bot: its own options, or ids of people, roles and channels. */
const chosenBefore = (part: Parameters<typeof ownOptions>[0]): string[] => [
  ...objects(part.options)
    .filter((option) => option.default === true)
    .map(({ value }) => rawText(value)),
  ...objects(part.default_values).map(({ id }) => rawText(id)),
];
